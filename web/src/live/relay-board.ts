/**
 * The board of the project whose relay page is open: read once, then followed by the stream that the whole page has. Joins
 * the reducer with the reads that fill it; draws nothing.
 */
import type { Change } from '#contract/change'
import type { AgentStanding, Relay } from '#contract/relay'
import type { Task } from '#contract/task'
import type { ApiError } from '../api/call.ts'
import { status } from '../api/calls.ts'
import * as api from '../api/relay-calls.ts'
import { type Follower, followChanges } from './cockpit.ts'
import {
  applyToBoard,
  type Board,
  boardOf,
  withAgents,
  withRelay,
  withSomeAgents,
  withTask,
  withTries,
} from './reduce/relay.ts'
import { createStore } from './store.ts'

export interface BoardState {
  readonly projectId: string | null
  /** null until its lists were read. */
  readonly board: Board | null
  readonly problem: ApiError | null
}

export const boards = createStore<BoardState>({ projectId: null, board: null, problem: null })

/** Which read of the lists counts, and what arrived while it was on its way. */
let reading = 0
let meanwhile: Change[] | null = null
/** The relays whose tries are shown, to be read again after a hole. */
const opened = new Set<string>()

export function openBoard(projectId: string): void {
  followChanges(follow)
  if (boards.get().projectId === projectId) return
  opened.clear()
  boards.set({ projectId, board: null, problem: null })
  void readBoard(projectId)
}

const follow: Follower = (changes) => {
  const { projectId } = boards.get()
  if (changes === 'out') {
    reading++
    boards.set({ projectId: null, board: null, problem: null })
  } else if (changes === 'all') {
    if (projectId !== null) void readBoard(projectId)
  } else {
    meanwhile?.push(...changes)
    alter((board) => applyToBoard(board, changes))
  }
}

function put(board: Board): void {
  const before = boards.get()
  if (board === before.board || board.projectId !== before.projectId) return
  boards.set({ ...before, board })
  if (board.agentsRound !== before.board?.agentsRound && before.board !== null) void rereadAgents()
}

const alter = (change: (board: Board) => Board): void => {
  const { board } = boards.get()
  if (board !== null) put(change(board))
}

/** The newest number first, then the lists: what happens in between comes again by the stream and does no harm. */
export async function readBoard(projectId: string): Promise<void> {
  const mine = ++reading
  const still = (): boolean => mine === reading && boards.get().projectId === projectId
  const arrived: Change[] = []
  meanwhile = arrived
  try {
    const { lastSeq } = await status()
    const [tasks, relays, agents] = await Promise.all([
      api.allTasks(projectId),
      api.newestRelays(projectId),
      api.allAgents(projectId),
    ])
    const tries = await Promise.all([...opened].map((id) => api.triesOf(id)))
    if (!still()) return
    const fresh = tries.reduce(withTries, boardOf(projectId, lastSeq, { tasks, relays, agents }))
    boards.set({ projectId, board: applyToBoard(fresh, arrived), problem: null })
  } catch (cause) {
    if (still()) boards.set({ ...boards.get(), problem: cause as ApiError })
  }
  if (mine === reading) meanwhile = null
}

let rereading = false
let again = false
/** One read at a time, and one more when something changed under it. */
async function rereadAgents(): Promise<void> {
  again = true
  if (rereading) return
  rereading = true
  while (again) {
    again = false
    const { projectId } = boards.get()
    if (projectId === null) break
    // A read that fails leaves the last figures; the lamp says that the daemon is away.
    await api.allAgents(projectId).then(
      (agents) => alter((board) => (board.projectId === projectId ? withAgents(board, agents) : board)),
      () => {},
    )
  }
  rereading = false
}

export async function openTries(relayId: string): Promise<void> {
  opened.add(relayId)
  const tries = await api.triesOf(relayId)
  alter((board) => withTries(board, tries))
}

export const noteTask = (task: Task): void => alter((board) => withTask(board, task))
export const noteRelay = (relay: Relay): void => alter((board) => withRelay(board, relay))
export const noteAgents = (agents: readonly AgentStanding[]): void => alter((board) => withSomeAgents(board, agents))
export const noteRemoved = (task: Task): void =>
  alter((board) => {
    const tasks = new Map(board.tasks)
    tasks.delete(task.id)
    return { ...board, tasks }
  })
