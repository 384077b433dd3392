/** The files of a review: what a view holds, where each change stands, what was viewed; and the bytes of one file. */
import { DroverError } from '#contract/error'
import type { PartCount, ReviewChanges, ReviewFile, ReviewPart } from '#contract/review'
import { reviewParts } from '#contract/review'
import { viewWord } from '#core/review/view'
import type { Context } from '#flows/engine/context'
import { diffSession, endsOf, type Ground, groundOfDiff, needView } from '#flows/workspace/diff-session'
import { baseOf } from '#flows/workspace/keep-snapshots'
import type { DiffFile } from '#ports/workspace'

const mostTurns = 100
const mostCommits = 200
const mostImageBytes = 20 * 1024 * 1024

/** Readers of the same session and view share one look. */
const looks = new WeakMap<Context, Map<string, Promise<ReviewChanges>>>()

export function readChanges(context: Context, id: string, word: string | undefined): Promise<ReviewChanges> {
  const view = viewWord(needView(word))
  const under = looks.get(context) ?? new Map<string, Promise<ReviewChanges>>()
  looks.set(context, under)
  const key = `${id} ${view}`
  const running = under.get(key)
  if (running !== undefined) return running
  const mine = look(context, id, view).finally(() => under.delete(key))
  under.set(key, mine)
  return mine
}

async function look(context: Context, id: string, view: string): Promise<ReviewChanges> {
  const ground = groundOfDiff(context, id)
  const [diff, parts, commits] = await Promise.all([
    diffSession(context, id, { view, stat: true, marks: true }),
    ground.gone ? null : lookAtParts(context, id),
    commitsOf(context, ground),
  ])
  const viewed = context.journal.reads.reviewViewed(id)
  return {
    view,
    base: diff.base,
    head: diff.head,
    files: diff.files.map((file) => viewFile(file, parts, viewed)),
    parts: parts && {
      committed: countOf(parts.committed),
      staged: countOf(parts.staged),
      uncommitted: countOf(parts.uncommitted),
    },
    turns: turnsOf(context, id),
    commits,
  }
}

type Parts = Readonly<Record<ReviewPart, readonly DiffFile[]>>

async function lookAtParts(context: Context, id: string): Promise<Parts> {
  const [committed = [], staged = [], uncommitted = []] = await Promise.all(
    reviewParts.map(async (view) => (await diffSession(context, id, { view, stat: true })).files),
  )
  return { committed, staged, uncommitted }
}

function viewFile(file: DiffFile, parts: Parts | null, viewed: ReadonlyMap<string, string>): ReviewFile {
  const { mark = `${file.status}-${file.skipped?.bytes ?? 0}`, ...rest } = file
  return {
    ...rest,
    mark,
    parts: parts === null ? [] : reviewParts.filter((part) => namesOf(parts[part]).has(file.path)),
    viewed: viewed.get(file.path) === mark,
  }
}

const names = new WeakMap<readonly DiffFile[], ReadonlySet<string>>()
function namesOf(files: readonly DiffFile[]): ReadonlySet<string> {
  const known = names.get(files) ?? new Set(files.map(({ path }) => path))
  names.set(files, known)
  return known
}

const countOf = (files: readonly DiffFile[]): PartCount => ({
  files: files.reduce((sum, file) => sum + (file.skipped?.files ?? 1), 0),
  additions: files.reduce((sum, file) => sum + (file.additions ?? 0), 0),
  deletions: files.reduce((sum, file) => sum + (file.deletions ?? 0), 0),
})

/** The newest turns, each by the first words of its prompt. */
function turnsOf(context: Context, id: string): ReviewChanges['turns'] {
  const newest = context.journal.reads.session(id)?.turn ?? 0
  const first = Math.max(1, newest - mostTurns + 1)
  return Array.from({ length: Math.max(0, newest - first + 1) }, (_, at) => first + at).flatMap((n) => {
    const turn = context.journal.reads.turn(id, n)
    if (turn === null) return []
    const title = turn.prompt.split('\n').find((line) => line.trim() !== '') ?? ''
    return [{ n, state: turn.state, title: title.trim().slice(0, 120) }]
  })
}

async function commitsOf(context: Context, ground: Ground): Promise<ReviewChanges['commits']> {
  if (ground.gone) return []
  const from = await baseOf(context, ground.workspace, ground.path)
  if (from === null) return []
  const to = await context.workspaces.commitAt(ground.path, 'HEAD', ground.workspace.repoPath)
  if (to === null || to === from) return []
  const found = await context.workspaces.commits({ path: ground.path, from, to, most: mostCommits })
  return found.map(({ hash, subject }) => ({ hash, subject }))
}

/** The bytes of one side of a file, for images. */
export async function readFileOf(
  context: Context,
  id: string,
  wanted: { readonly view?: string; readonly file: string; readonly side?: 'old' | 'new' },
): Promise<Buffer> {
  const ground = groundOfDiff(context, id)
  const ends = await endsOf(context, ground, needView(wanted.view))
  const at = ends === null ? undefined : wanted.side === 'old' ? ends.from : ends.to
  const bytes =
    at === undefined || at === 'empty'
      ? null
      : await context.workspaces.content({
          path: ground.path,
          repoPath: ground.workspace.repoPath,
          at,
          file: wanted.file,
          maxBytes: mostImageBytes,
        })
  if (bytes !== null) return bytes
  throw new DroverError('FILE_NOT_FOUND', `${JSON.stringify(wanted.file)} is not there, is no file, or is too large.`, {
    hint: 'Look at the list of files again: it may have been removed since.',
  })
}
