/**
 * Files that go with a message: kept first, named by the message afterwards. The words that an agent gets say where each lies,
 * in the way its harness takes it; so a queue, a crash or a hand-off needs to know nothing of them.
 */
import { DroverError } from '#contract/error'
import type { Attachment } from '#contract/session'
import {
  attachedLine,
  attachmentId,
  decideAttachment,
  picturesTold,
  safeName,
  withAttached,
} from '#core/session/attachment'
import { decideEnding, isRefusal } from '#core/session/decide'
import { accepted } from '#flows/engine/accepted'
import type { Context } from '#flows/engine/context'
import type { Picture, Start } from '#ports/harness'
import { groundOf } from './ground.ts'
import { needSession } from './views.ts'

export async function keepAttachment(
  context: Context,
  id: string,
  input: { readonly name: string; readonly data: string },
): Promise<Attachment> {
  const session = needSession(context, id)
  if (session.phase === 'ended')
    throw new DroverError('SESSION_ENDED', `Session ${id} has ended; nothing can be attached to it.`, {
      hint: `Bring it back with: drover session restore ${id}`,
    })
  accepted(decideEnding(id, context.ending.has(id)))
  const bytes = Buffer.from(input.data, 'base64')
  const kind = decideAttachment(bytes, context.attachments.total(id))
  if (isRefusal(kind)) throw new DroverError(kind.refused, kind.message, { hint: kind.hint ?? '' })
  const name = safeName(input.name, kind)
  const made = `${context.ids.uuid().replaceAll('-', '').slice(0, 12)}-${name}`
  await context.attachments.keep(id, made, bytes)
  return { id: made, name, type: kind.type, bytes: bytes.length }
}

/** The words with what they name; an attachment that is not there is refused before anything is said. */
export function attachedTo(context: Context, id: string, words: string, ids: readonly string[] | undefined): string {
  if (ids === undefined || ids.length === 0) return words
  const { harness } = groundOf(context, id)
  const told = ids.map((one) => {
    const path = attachmentId.test(one) ? context.attachments.find(id, one) : null
    if (path === null)
      throw new DroverError(
        'ATTACHMENT_NOT_FOUND',
        `Session ${id} has no attachment ${JSON.stringify(one.slice(0, 100))}.`,
        {
          hint: `Send the file first: POST /api/v1/sessions/${id}/attachments, or drover send --attach FILE`,
        },
      )
    return harness.attach?.(path) ?? attachedLine(path)
  })
  return withAttached(words, told)
}

/** What a service takes as one picture at most; a larger one is still named by its path. */
const mostInline = 5 * 1024 * 1024

/**
 * The pictures that a prompt tells of, for a harness that takes them beside the words. A line that names a file of anybody
 * else, or one that is gone, stays words.
 */
export function picturesOf(context: Context, id: string, prompt: string): readonly Picture[] {
  return picturesTold(prompt).flatMap((one) => {
    const path = context.attachments.find(id, one.id)
    const told = path !== null && prompt.split('\n').includes(attachedLine(path))
    return told ? [{ path, type: one.type }] : []
  })
}

export const pictureReader =
  (context: Context, id: string): NonNullable<Start['readPicture']> =>
  ({ path }) =>
    context.attachments.read(id, path.slice(path.lastIndexOf('/') + 1), mostInline)
