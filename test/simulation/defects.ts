/**
 * Mistakes in what the daemon is made of, planted at its composition: each changes one thing that a flow does, so that a
 * test can show that the simulation finds it.
 */
import type { Deps } from '#flows/engine/context'
import type { Journal, Tx } from '#ports/store/journal'
import type { SimOptions } from '../support/engine.ts'

type Plant = NonNullable<SimOptions['plant']>

/** Transactions in which some writes do something else. */
function writing(deps: Deps, change: (tx: Tx) => Partial<Tx>): Deps {
  const planted =
    <T>(work: (tx: Tx) => T) =>
    (tx: Tx): T =>
      work({ ...tx, ...change(tx) })
  const { journal } = deps
  const wrong: Journal = {
    ...journal,
    get writable() {
      return journal.writable
    },
    command: (work) => journal.command(planted(work)),
    ingest: (work) => journal.ingest(planted(work)),
  }
  return { ...deps, journal: wrong }
}

export const defects = {
  /** Mail whose turn failed is forgotten instead of being carried again. */
  'mail-forgotten': (deps) =>
    writing(deps, (tx) => ({
      updateMail: (number, patch) =>
        tx.updateMail(number, patch.state === 'queued' ? { ...patch, state: 'read' } : patch),
    })),
  /** Mail that is put back though its turn completed. */
  'mail-twice': (deps) => {
    const again = new Set<number>()
    return writing(deps, (tx) => ({
      updateMail(number, patch) {
        if (patch.state !== 'read' || again.has(number)) return tx.updateMail(number, patch)
        again.add(number)
        return tx.updateMail(number, { state: 'queued', turn: null })
      },
    }))
  },
  /** A cleanup that removes a worktree without having saved it. */
  'unsaved-removal': (deps) => ({
    ...deps,
    workspaces: {
      ...deps.workspaces,
      snapshot: (request) => (request.reason === 'cleanup' ? Promise.resolve(null) : deps.workspaces.snapshot(request)),
    },
  }),
  /** A queued message that stays in the queue when it is taken. */
  'delivered-twice': (deps) =>
    writing(deps, (tx) => ({
      updateMail: (number, patch) => tx.updateMail(number, patch.state === 'delivered' ? {} : patch),
    })),
  /** A turn whose agent vanished counts as completed. */
  'lost-is-completed': (deps) =>
    writing(deps, (tx) => ({
      appendEvents: (id, turn, events) =>
        tx.appendEvents(
          id,
          turn,
          events.map((event) =>
            event.kind === 'turn_end' && event.outcome === 'lost' ? { ...event, outcome: 'completed' } : event,
          ),
        ),
      updateTurn: (id, n, patch) =>
        tx.updateTurn(id, n, patch.state === 'lost' ? { ...patch, state: 'completed' } : patch),
    })),
  /** How far the spool was read is stored before what was read. */
  'offset-first': (deps) => {
    const { journal } = deps
    const ahead = new Map<string, number>()
    const early = writing(deps, (tx) => ({
      advanceLaunch(id, offset, dialogue) {
        ahead.set(id, offset)
        tx.advanceLaunch(id, offset, dialogue)
      },
    }))
    return {
      ...early,
      journal: {
        ...early.journal,
        get writable() {
          return journal.writable
        },
        ingest(work) {
          try {
            return early.journal.ingest(work)
          } catch (cause) {
            for (const [id, offset] of ahead) journal.ingest((tx) => tx.updateLaunch(id, { offset }))
            throw cause
          } finally {
            ahead.clear()
          }
        },
      },
    }
  },
  /** A kill that is not written down before it is carried out. */
  'kill-forgotten': (deps) =>
    writing(deps, (tx) => ({
      updateSession(id, patch) {
        const { endReason, ...rest } = patch
        return tx.updateSession(id, endReason === 'killed' ? rest : patch)
      },
    })),
  /** A launch that its turn does not remember. */
  'launched-twice': (deps) =>
    writing(deps, (tx) => ({
      updateTurn(id, n, { launchId, ...rest }) {
        return tx.updateTurn(id, n, rest)
      },
    })),
  /** A launch row that is written after the process was started. */
  'started-first': (deps) => {
    const late: (() => void)[] = []
    const planted = writing(deps, () => ({
      insertLaunch(launch) {
        late.push(() => deps.journal.command((after) => after.insertLaunch(launch)))
      },
    }))
    const runtime = deps.runtimes.here
    const runtimes: Deps['runtimes'] = {
      ...deps.runtimes,
      of: () => ({
        ...runtime,
        async start(plan, place) {
          const launch = await runtime.start(plan, place)
          for (const write of late.splice(0)) write()
          return launch
        },
      }),
    }
    return { ...planted, runtimes }
  },
  /** A crash-safe prompt that is read by nobody: the vault forgets it at once. */
  'secret-forgotten': (deps) => ({ ...deps, vault: { ...deps.vault, read: () => null } }),
  /** A fast-forward that does not look where the target is. */
  'swap-without-compare': (deps, home) => ({
    ...deps,
    merging: {
      ...deps.merging,
      async fastForward({ target, result }) {
        home.repositories.main.branches.set(target, result)
        return { outcome: 'landed' }
      },
    },
  }),
  /** A train of which only those before the last one land: verified together, and not without it. */
  'half-a-train': (deps, home) => {
    const short = <R extends { expect: string; result: string }>(request: R): R => {
      const before = home.repositories.commits.get(request.result)?.parent ?? null
      return before === null || before === request.expect ? request : { ...request, result: before }
    }
    const { merging } = deps
    return {
      ...deps,
      merging: {
        ...merging,
        fastForward: (request) => merging.fastForward(short(request)),
        moveRef: (request) => merging.moveRef(short(request)),
      },
    }
  },
  /** A merge that is put at its beginning when it has landed. */
  'landing-forgotten': (deps) =>
    writing(deps, (tx) => ({
      updateMerge: (id, patch) =>
        tx.updateMerge(id, patch.state === 'landed' ? { ...patch, state: 'queued', step: 'merge' } : patch),
    })),
  /** A lane that does not give its merge back. */
  'lane-kept': (deps) =>
    writing(deps, (tx) => ({
      putLane: (lane) =>
        tx.putLane({ ...lane, mergeId: lane.mergeId ?? tx.lane(lane.projectId, lane.target)?.mergeId ?? null }),
    })),
  /** A tree that a person resolved a conflict in goes without having been saved. */
  'unsaved-resolution': (deps) => ({ ...deps, merging: { ...deps.merging, save: () => Promise.resolve(null) } }),
  /** A try that counts again at each look, because its lane forgets that it was judged. */
  'judged-twice': (deps) => {
    let forgotten = false
    return writing(deps, (tx) => ({
      updateRelay(id, patch) {
        const settles = patch.lanes?.some((lane) => lane.step === 'settle') === true
        if (!settles || forgotten) return tx.updateRelay(id, patch)
        forgotten = true
        const lanes = patch.lanes?.map((lane) => (lane.step === 'settle' ? { ...lane, step: 'judge' as const } : lane))
        return tx.updateRelay(id, { ...patch, ...(lanes === undefined ? {} : { lanes }) })
      },
    }))
  },
  /** The verdict on a child that is told and not kept: the next look tells it again. */
  'died-again': (deps) =>
    writing(deps, (tx) => ({
      updateSession(id, patch) {
        const forgets = patch.report?.state === 'missing' && tx.session(id)?.parentId != null
        if (!forgets) return tx.updateSession(id, patch)
        const { report: _report, duties: _duties, ...rest } = patch
        return tx.updateSession(id, rest)
      },
    })),
  /** A child that ended is still waited for. */
  'wait-unmet': (deps) =>
    writing(deps, (tx) => ({
      childrenOf: (id) =>
        tx
          .childrenOf(id)
          .map((child) =>
            child.phase === 'ended'
              ? { ...child, phase: 'live', report: { state: 'owed', mailId: null, at: child.createdAt } }
              : child,
          ),
    })),
  /** An effort that forgets who agreed to wait. */
  'waiters-forgotten': (deps) =>
    writing(deps, (tx) => ({
      effortSessions: (id) =>
        tx.effortSessions(id).map((one) => (one.waiting === null ? one : { ...one, waiting: null, report: null })),
    })),
  /** Children that nobody counts. */
  'children-uncounted': (deps) => ({
    ...deps,
    settings: {
      ...deps.settings,
      of(project) {
        const settings = deps.settings.of(project)
        return { ...settings, coordination: { ...settings.coordination, maxChildren: 99 } }
      },
    },
  }),
  /** A trip whose pull request counts as landed once it is open. */
  'green-unmerged': (deps) =>
    writing(deps, (tx) => ({
      updateTrip: (id, patch) =>
        tx.updateTrip(
          id,
          patch.prId == null || patch.own === undefined
            ? patch
            : { ...patch, own: { ...patch.own, landed: true, landedPr: patch.prId } },
        ),
    })),
  /** A merge of whatever is there by then, not of what was looked at. */
  'merged-unseen': (deps) => ({
    ...deps,
    forge(at) {
      const api = deps.forge(at)
      return { ...api, merge: (repo, number, { method }) => api.merge(repo, number, { method, head: '' }) }
    },
  }),
  /** A queue that gives out the last task first. */
  'order-lost': (deps) => ({
    ...deps,
    journal: {
      ...deps.journal,
      get writable() {
        return deps.journal.writable
      },
      reads: {
        ...deps.journal.reads,
        takeableTasks: (id, most) => deps.journal.reads.takeableTasks(id, 100).toReversed().slice(0, most),
      },
    },
  }),
} as const satisfies Record<string, Plant>

export type Defect = keyof typeof defects
