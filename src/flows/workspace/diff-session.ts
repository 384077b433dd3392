/**
 * Which two states of a session's files a reader wants compared: by snapshot number, or by a view (everything, one part, one
 * turn, one commit). Leaves comparing to the workspace and what a view means to `core/review`.
 */
import { DroverError } from '#contract/error'
import { parseView, rangeOfTurn, type View } from '#core/review/view'
import type { Context } from '#flows/engine/context'
import { needSession } from '#flows/session/views'
import type { SessionRecord } from '#ports/store/session'
import type { WorkspaceRecord } from '#ports/store/workspace'
import type { DiffView } from '#ports/workspace'
import { baseOf, maxFileBytes, workspaceOf } from './keep-snapshots.ts'

export interface DiffOptions {
  readonly from?: number
  readonly to?: number
  readonly file?: string
  readonly oldFile?: string
  readonly view?: string
  readonly stat?: boolean
  readonly marks?: boolean
}

/** Where the comparison is made, and between what; null for `to` is the present tree, null for the whole: nothing at all. */
export interface Ground {
  readonly session: SessionRecord
  readonly workspace: WorkspaceRecord
  readonly path: string
  /** The worktree is not there any more. */
  readonly gone: boolean
}
export interface Ends {
  readonly from: string
  readonly to: string | null
}

const wholePatch = 2 * 1024 * 1024
const filePatch = 32 * 1024 * 1024

export function needView(word: string | undefined): View {
  const view = parseView(word ?? 'all')
  if (view !== null) return view
  throw new DroverError('INVALID_QUERY', `There is no view ${JSON.stringify(word)}.`, {
    hint: 'Say all, committed, staged, uncommitted, turn:<n> or commit:<hash>.',
    details: [{ path: 'view', message: 'unknown' }],
  })
}

export function groundOfDiff(context: Context, id: string): Ground {
  const session = needSession(context, id)
  const workspace = workspaceOf(context, session)
  if (workspace === null)
    throw new DroverError('SESSION_NOT_RESTORABLE', `Session ${id} has no workspace.`, {
      hint: 'There is nothing to compare.',
    })
  const gone = workspace.removedAt !== null || !context.exists(workspace.path)
  return { session, workspace, gone, path: gone ? (workspace.repoPath ?? workspace.path) : workspace.path }
}

function commitOf(context: Context, id: string, n: number): string {
  const snapshot = context.journal.reads.snapshot(id, n)
  if (snapshot !== null) return snapshot.commit
  throw new DroverError('SNAPSHOT_NOT_FOUND', `Session ${id} has no snapshot ${n}.`, {
    hint: `List them with: drover session snapshots ${id}`,
  })
}

/** The tree as it is, or as it was last saved. */
function present(context: Context, { session, workspace, gone }: Ground): string | null {
  if (!gone) return null
  return context.journal.reads.snapshots(session.id).at(-1)?.commit ?? workspace.branch ?? 'HEAD'
}

const base = async (context: Context, { workspace, path }: Ground): Promise<string> =>
  (await baseOf(context, workspace, path)) ?? 'empty'

/** null: the view holds nothing, and nothing need be compared. */
export async function endsOf(context: Context, ground: Ground, view: View): Promise<Ends | null> {
  const { session, path, gone, workspace } = ground
  switch (view.kind) {
    case 'all':
      return { from: await base(context, ground), to: present(context, ground) }
    case 'committed': {
      const to = gone ? (workspace.branch ?? 'HEAD') : 'HEAD'
      const there = await context.workspaces.commitAt(path, to, workspace.repoPath)
      return there === null ? null : { from: await base(context, ground), to: there }
    }
    case 'staged':
      return gone
        ? null
        : { from: (await context.workspaces.commitAt(path, 'HEAD', workspace.repoPath)) ?? 'empty', to: ':index' }
    case 'uncommitted':
      return gone ? null : { from: ':index', to: null }
    case 'turn': {
      if (context.journal.reads.turn(session.id, view.n) === null)
        throw new DroverError('TURN_NOT_FOUND', `Session ${session.id} has no turn ${view.n}.`, {
          hint: `It has ${session.turn}.`,
        })
      const states = context.journal.reads.snapshots(session.id)
      const range = rangeOfTurn(
        states.map(({ n, turn, reason, lostAt }) => ({ n, turn, reason, lost: lostAt != null })),
        view.n,
        session.turn,
      )
      if (range === 'nothing') return null
      return {
        from: range.from === 'base' ? (workspace.baseCommit ?? 'empty') : commitOf(context, session.id, range.from),
        to: range.to === 'now' ? present(context, ground) : commitOf(context, session.id, range.to),
      }
    }
    case 'commit': {
      const hash = await context.workspaces.commitAt(path, view.hash, workspace.repoPath)
      if (hash === null)
        throw new DroverError('BASE_REF_NOT_FOUND', `There is no commit ${view.hash} any more.`, {
          hint: 'The branch was moved. Look at all changes instead.',
        })
      return { from: (await context.workspaces.commitAt(path, `${hash}^`, workspace.repoPath)) ?? 'empty', to: hash }
    }
  }
}

export async function diffSession(context: Context, id: string, options: DiffOptions): Promise<DiffView> {
  const ground = groundOfDiff(context, id)
  const view = needView(options.view)
  const ends = await endsOf(context, ground, view)
  if (ends === null) return { base: '', head: '', files: [], patch: '', truncated: false }
  const { file, oldFile } = options
  return context.workspaces.diff({
    path: ground.path,
    repoPath: ground.workspace.repoPath,
    from: options.from === undefined ? ends.from : commitOf(context, id, options.from),
    to: options.to === undefined ? ends.to : commitOf(context, id, options.to),
    maxBytes: options.stat === true ? 0 : file === undefined ? wholePatch : filePatch,
    maxFileBytes: maxFileBytes(context, ground.session),
    marks: options.marks === true,
    ...(file === undefined ? {} : { file }),
    ...(oldFile === undefined ? {} : { oldFile }),
  })
}
