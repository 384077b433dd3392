/**
 * The patches of one review as the page knows them: which are read, how many rows each has, and the rows that were asked for.
 * Reads a few files at a time and leaves parsing and colours to the worker.
 */
import type { ReviewFile } from '#contract/review'
import type { ApiError } from '../../api/call.ts'
import { getPatchBytes } from '../../api/review-calls.ts'
import { createStore, type Store } from '../../live/store.ts'
import type { Layout, Row } from './rows.ts'
import type { FromWorker, Loaded, Spot, ToWorker } from './wire.ts'

export interface PatchState {
  readonly mark: string
  readonly loaded: Loaded | null
  readonly error: ApiError | null
}

const chunk = 100
const atOnce = 3
const mostWaiting = 30
/** Rows of pieces that were scrolled past are let go beyond this many. */
const mostChunks = 400

export interface Patches {
  readonly version: Store<number>
  state(path: string): PatchState | null
  /** Asks for the file unless this very difference was read or is being read. */
  want(file: ReviewFile): void
  row(path: string, layout: Layout, at: number): Row | null
  wantRows(path: string, layout: Layout, from: number, to: number): void
  locate(path: string, layout: Layout, spots: readonly Spot[]): void
  located(path: string, layout: Layout, id: string): number | null | undefined
  end(): void
}

export function createPatches(sessionId: string, view: string): Patches {
  const worker = new Worker(new URL('./patch-worker.ts', import.meta.url), { type: 'module' })
  const version = createStore(0)
  const states = new Map<string, PatchState>()
  const chunks = new Map<string, readonly Row[] | null>()
  const places = new Map<string, Readonly<Record<string, number | null>>>()
  const queue = new Map<string, ReviewFile>()
  let reading = 0
  let over = false
  let telling = false

  const tell = (): void => {
    if (telling || over) return
    telling = true
    // Many answers, one drawing.
    requestAnimationFrame(() => {
      telling = false
      version.set(version.get() + 1)
    })
  }
  const say = (message: ToWorker, transfer: Transferable[] = []): void => worker.postMessage(message, transfer)
  const forget = (path: string): void => {
    for (const key of [...chunks.keys()]) if (key.startsWith(`${path}\0`)) chunks.delete(key)
    for (const key of [...places.keys()]) if (key.startsWith(`${path}\0`)) places.delete(key)
  }

  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (data.type === 'loaded') {
      const { rows, columns, note, truncated } = data
      const before = states.get(data.key)
      if (before === undefined) return
      forget(data.key)
      states.set(data.key, { ...before, loaded: { rows, columns, note, truncated } })
    } else if (data.type === 'rows') {
      chunks.set(`${data.key}\0${data.layout}\0${data.from}`, data.rows)
      for (const key of chunks.keys()) if (chunks.size > mostChunks) chunks.delete(key)
    } else places.set(`${data.key}\0${data.layout}`, data.at)
    tell()
  })

  const pump = (): void => {
    for (const [path, file] of queue) {
      if (reading >= atOnce || over) return
      queue.delete(path)
      reading += 1
      const before = states.get(path)
      states.set(path, { mark: file.mark, loaded: before?.loaded ?? null, error: null })
      const query = { view, file: path, ...(file.oldPath === undefined ? {} : { oldFile: file.oldPath }) }
      getPatchBytes(sessionId, query)
        .then(
          (bytes) => over || say({ type: 'load', key: path, path, bytes }, [bytes]),
          (error: ApiError) => {
            states.set(path, { mark: file.mark, loaded: before?.loaded ?? null, error })
            tell()
          },
        )
        .finally(() => {
          reading -= 1
          pump()
        })
    }
  }

  return {
    version,
    state: (path) => states.get(path) ?? null,
    want(file) {
      if (states.get(file.path)?.mark === file.mark || queue.get(file.path)?.mark === file.mark) return
      queue.delete(file.path)
      queue.set(file.path, file)
      // What was asked for last is what is looked at now.
      for (const path of [...queue.keys()].slice(0, Math.max(0, queue.size - mostWaiting))) queue.delete(path)
      pump()
    },
    row(path, layout, at) {
      const from = at - (at % chunk)
      return chunks.get(`${path}\0${layout}\0${from}`)?.[at - from] ?? null
    },
    wantRows(path, layout, from, to) {
      for (let at = from - (from % chunk); at < to; at += chunk) {
        const key = `${path}\0${layout}\0${at}`
        if (chunks.has(key)) continue
        chunks.set(key, null)
        say({ type: 'rows', key: path, layout, from: at, to: at + chunk })
      }
    },
    locate: (path, layout, spots) => say({ type: 'locate', key: path, layout, spots }),
    located: (path, layout, id) => places.get(`${path}\0${layout}`)?.[id],
    end() {
      over = true
      worker.terminate()
    },
  }
}
