/**
 * Files on their way to an agent: pasted, dropped, picked or photographed; made smaller where they are pictures of a phone's
 * size; sent at once, so that the message only names them. Nothing of a file is ever shown as a document.
 */
import { type ReactNode, useState } from 'react'
import type { ApiError } from '../../api/call.ts'
import { attach } from '../../api/calls.ts'
import { Button } from '../../ui/button.tsx'
import { bytes } from '../../ui/words.ts'

interface Held {
  readonly key: number
  readonly name: string
  readonly size: number
  /** null until the daemon has it. */
  readonly id: string | null
  readonly problem: string | null
}

export interface Attached {
  readonly ids: readonly string[]
  readonly busy: boolean
  readonly view: ReactNode
  add(files: Iterable<File>): void
  clear(): void
}

export const maxAttachment = 10 * 1024 * 1024
const shrinkOver = 1_500_000
const longestSide = 2_000
let next = 0

export function useAttachments(sessionId: string): Attached {
  const [held, setHeld] = useState<readonly Held[]>([])
  const change = (key: number, fields: Partial<Held>): void =>
    setHeld((list) => list.map((one) => (one.key === key ? { ...one, ...fields } : one)))
  const one = async (key: number, file: File): Promise<void> => {
    const made = await smaller(file)
    if (made.size > maxAttachment) {
      change(key, { problem: `${bytes(made.size)} is more than an attachment may have (10 MB)` })
      return
    }
    try {
      const kept = await attach(sessionId, { name: made.name, data: await base64(made) })
      change(key, { id: kept.id, size: kept.bytes, name: kept.name })
    } catch (cause) {
      change(key, { problem: (cause as ApiError).message })
    }
  }
  return {
    ids: held.flatMap(({ id }) => id ?? []),
    busy: held.some(({ id, problem }) => id === null && problem === null),
    add(files) {
      for (const file of files) {
        const key = next++
        const name = file.name === '' ? 'pasted' : file.name
        setHeld((list) => [...list, { key, name, size: file.size, id: null, problem: null }])
        void one(key, file)
      }
    },
    clear: () => setHeld([]),
    view: held.length > 0 && (
      <ul className="attached" aria-label="Attachments">
        {held.map(({ key, name, size, id, problem }) => (
          <li
            key={key}
            className="attached-one"
            data-attached={problem !== null ? 'failed' : id === null ? 'sending' : 'kept'}
          >
            <span className="clip">{name}</span>
            <span className="small faint">{problem ?? (id === null ? 'sending' : bytes(size))}</span>
            <Button
              look="quiet"
              icon="close"
              aria-label={`Leave out ${name}`}
              onClick={() => setHeld((list) => list.filter((other) => other.key !== key))}
            />
          </li>
        ))}
      </ul>
    ),
  }
}

/** A picture of many megapixels says no more to a model than one of two thousand dots; what cannot be drawn stays as it is. */
async function smaller(file: File): Promise<File> {
  if (!/^image\/(png|jpeg|webp)$/.test(file.type) || file.size <= shrinkOver) return file
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.85))
    if (blob === null || blob.size >= file.size) return file
    return new File([blob], `${file.name.replace(/\.[^.]*$/, '') || 'pasted'}.jpg`, { type: 'image/jpeg' })
  } catch {
    // No picture after all: the daemon says what it takes.
    return file
  }
}

const base64 = (file: Blob): Promise<string> =>
  new Promise((done, fail) => {
    const reader = new FileReader()
    reader.onload = () => done(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => fail(reader.error)
    reader.readAsDataURL(file)
  })
