/**
 * Jobs from the moment they are asked for to their end: a place at the doors' queue, a session of their own, one turn, and a
 * state that is true after every crash. What each step means is `core/job`'s; the end is written by `conclude-job`.
 */
import { randomBytes } from 'node:crypto'
import { DroverError } from '#contract/error'
import type { Job, JobState } from '#contract/job'
import { tablesOf } from '#core/door/persona'
import { type Asked, type Ending, type JobPlan, planJob, takeUp } from '#core/job/decide'
import { operator } from '#flows/access/caller'
import type { Place } from '#flows/door/queue'
import { accepted } from '#flows/engine/accepted'
import { type Context, now } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import { needProject } from '#flows/project/projects'
import { spawnSession } from '#flows/session/spawn-session'
import { viewSession } from '#flows/session/views'
import { cancelTurn } from '#flows/turn/take-turn'
import type { JobRecord } from '#ports/store/job'
import { callBack } from './call-back.ts'
import { concludeTurn, finish } from './conclude-job.ts'
import { needJob, viewJob } from './views.ts'
import { type JobWatcher, watchJob } from './watch-job.ts'

export interface JobInput extends Asked {
  readonly metadata?: Readonly<Record<string, unknown>> | null
  readonly callbackUrl?: string
  readonly key: string | null
}

export interface JobFlows {
  /** QUEUE_FULL, and nothing is kept, when the doors are full. */
  startJob(input: JobInput): Job
  job(id: string): Job
  jobs(query: { readonly status?: JobState; readonly limit: number; readonly cursor?: string }): {
    readonly jobs: readonly Job[]
    readonly nextCursor?: string
  }
  cancelJob(id: string): Promise<{ readonly cancelled: boolean; readonly job: Job }>
  isPersona(name: string): boolean
  /** Everything of a job from its beginning, until it ended; answers how to stop. */
  watchJob(id: string, watcher: JobWatcher): () => void
}

export interface Jobs {
  readonly flows: JobFlows
  readonly follower: Follower
}

const ended = ({ state }: JobRecord): boolean => state !== 'queued' && state !== 'running'
const vaultOf = (id: string): string => `job-${id}`

export function createJobs(context: Context): Jobs {
  const { journal } = context
  /** Jobs that hold a place, and how to give it up. */
  const held = new Map<string, { readonly abort: AbortController; readonly place: Place }>()
  /** Told once a session's turn or a job is over. */
  const turnOver = new Map<string, () => void>()
  const watchers = new Map<string, Set<() => void>>()
  const tell = (id: string): void => {
    for (const look of watchers.get(id) ?? []) look()
  }

  const take = (job: JobRecord, place: Place): void => {
    const abort = new AbortController()
    held.set(job.id, { abort, place })
    void go(job.id, place, abort.signal).catch((cause: unknown) => {
      if (!context.closing) context.log.error('a job could not be carried on', { job: job.id, cause })
    })
  }

  const go = async (id: string, place: Place, signal: AbortSignal): Promise<void> => {
    try {
      await place.begin(signal)
      if (!context.closing) await run(id)
    } finally {
      held.delete(id)
      place.leave()
      tell(id)
    }
  }

  const run = async (id: string): Promise<void> => {
    let job = needJob(context, id)
    if (job.state === 'queued') job = begin(id)
    if (ended(job)) return
    tell(id)
    context.faultPoint('job:running')
    if (job.sessionId === null && !(await spawn(job))) return
    const { sessionId } = needJob(context, id)
    if (sessionId === null) return
    context.faultPoint('job:spawned')
    tell(id)
    await over(sessionId)
    if (context.closing) return
    await concludeTurn(context, needJob(context, id), sessionId)
  }

  const begin = (id: string): JobRecord =>
    journal.command((tx) => {
      const job = tx.job(id)
      if (job?.state !== 'queued') return job ?? needJob(context, id)
      return tx.updateJob(id, { state: 'running', startedAt: now(context) })
    })

  const spawn = async (job: JobRecord): Promise<boolean> => {
    const prompt = context.vault.read(vaultOf(job.id), 'prompt') ?? job.prompt
    try {
      await spawnSession(
        context,
        {
          projectId: job.projectId,
          ...(job.projectId === null ? { scratch: true } : {}),
          prompt,
          name: `job ${job.id}`,
          ...(job.agent === null ? {} : { agent: job.agent }),
          ...(job.permissions === null ? {} : { permissions: job.permissions }),
          ...(job.persona === null ? {} : { persona: job.persona }),
          written: (tx, session) => void tx.updateJob(job.id, { sessionId: session.id }),
        },
        operator,
      )
      await forgetPrompt(job.id)
      return true
    } catch (cause) {
      if (context.closing) return false
      const known = cause instanceof DroverError
      if (!known) context.log.error('the session of a job could not be started', { job: job.id, cause })
      const asked = needJob(context, job.id).ending === 'cancelled' || (known && cause.code === 'SPAWN_CANCELLED')
      finish(context, job.id, {
        state: asked ? 'cancelled' : 'error',
        errorCode: asked ? null : known ? cause.code : 'INTERNAL_ERROR',
        errorMessage: asked ? null : cause instanceof Error ? cause.message : String(cause),
        sessionId: null,
      })
      await forgetPrompt(job.id)
      return false
    }
  }

  const forgetPrompt = async (id: string): Promise<void> => {
    context.vault.drop(vaultOf(id), 'prompt')
    await context.removeOwn(context.paths.session(vaultOf(id)))
  }

  /** Resolves once the first turn of the session is over, at once where it is. */
  const over = (sessionId: string): Promise<void> => {
    const turn = journal.reads.turn(sessionId, 1)
    const session = journal.reads.session(sessionId)
    if (session === null || session.phase === 'ended' || (turn !== null && turn.state !== 'running'))
      return Promise.resolve()
    return new Promise((resolve) => {
      turnOver.set(sessionId, () => {
        turnOver.delete(sessionId)
        resolve()
      })
    })
  }

  const startJob = (input: JobInput): Job => {
    const before = input.key === null ? null : journal.reads.jobByKey(input.key)
    const { doors } = context.settings.of(null)
    const plan = accepted(planJob(input, tablesOf(doors.personas)))
    if (before !== null) return viewJob(sameJob(context, before, plan, input))
    if (plan.projectId !== null) needProject(context, plan.projectId)
    if (input.callbackUrl !== undefined && doors.callbackSecret === null)
      throw new DroverError('CALLBACK_UNSIGNED', 'No secret is set that callbacks could be signed with.', {
        hint: 'Set callback_secret of [doors] in your config.toml, or leave callback_url away.',
      })
    const place = context.doorQueue.reserve()
    const id = randomBytes(6).toString('hex')
    try {
      context.vault.keep(vaultOf(id), 'prompt', plan.prompt)
      const job = journal.command((tx) => tx.insertJob(rowOf(context, id, plan, input)))
      take(job, place)
      return viewJob(job)
    } catch (error) {
      place.leave()
      throw error
    }
  }

  const cancelJob = async (id: string): Promise<{ cancelled: boolean; job: Job }> => {
    const job = needJob(context, id)
    if (ended(job)) return { cancelled: false, job: viewJob(job) }
    if (job.state === 'queued') {
      finish(context, id, { state: 'cancelled', errorCode: null, errorMessage: null })
      held.get(id)?.abort.abort(new Error('the job was cancelled'))
      await forgetPrompt(id)
      tell(id)
    } else await endEarly(job, 'cancelled')
    return { cancelled: true, job: viewJob(needJob(context, id)) }
  }

  /** Written down first: whoever concludes it, after a restart too, knows why. */
  const endEarly = async (job: JobRecord, ending: Exclude<Ending, null>): Promise<void> => {
    const marked = journal.command((tx) => {
      const fresh = tx.job(job.id)
      return fresh?.state === 'running' ? tx.updateJob(job.id, { ending: fresh.ending ?? ending }) : fresh
    })
    context.faultPoint('job:ending')
    if (marked?.state === 'running' && marked.sessionId !== null) await cancelTurn(context, marked.sessionId, {})
  }

  const watchLimits = (): void => {
    const at = Date.parse(now(context))
    for (const { id } of journal.reads.openJobs().filter(({ state }) => state === 'running')) {
      const job = needJob(context, id)
      if (job.ending !== null || job.startedAt === null) continue
      const late = at - Date.parse(job.startedAt) >= job.timeoutMs
      if (late || isDear(context, job))
        endEarly(job, late ? 'timeout' : 'budget').catch((cause: unknown) =>
          context.log.warn('a job could not be ended in time', { job: id, cause }),
        )
    }
  }

  /** What a daemon before this one left open, in the order in which it was asked for. */
  const takeUpAgain = (): void => {
    for (const job of journal.reads.openJobs()) {
      if (held.has(job.id)) continue
      if (takeUp({ state: job.state, session: sessionStateOf(context, job) }) === 'lost') {
        finish(context, job.id, {
          state: 'error',
          errorCode: 'LAUNCH_FAILED',
          errorMessage: 'Its agent was never started.',
        })
        continue
      }
      if (job.sessionId !== null && journal.reads.session(job.sessionId) === null)
        journal.command((tx) => tx.updateJob(job.id, { sessionId: null }))
      try {
        take(job, context.doorQueue.reserve())
      } catch (error) {
        // More were open than there are places now: the rest is looked at again.
        if (error instanceof DroverError && error.code === 'QUEUE_FULL') return
        throw error
      }
    }
  }

  return {
    flows: {
      startJob,
      cancelJob,
      isPersona: (name) => Object.hasOwn(tablesOf(context.settings.of(null).doors.personas), name),
      job: (id) => viewJob(needJob(context, id)),
      jobs({ status, limit, cursor }) {
        const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : cursorOf(cursor)
        const rows = journal.reads.jobs({ ...(status === undefined ? {} : { state: status }), before, limit })
        const last = rows.at(-1)
        return {
          jobs: rows.map(viewJob),
          ...(last === undefined || rows.length < limit ? {} : { nextCursor: String(last.n) }),
        }
      },
      watchJob: (id, watcher) => watchJob(context, id, watcher, watchers),
    },
    follower: {
      name: 'jobs',
      atBoot: takeUpAgain,
      afterChange(change) {
        if (change.type !== 'turn_ended' && change.type !== 'session_ended' && change.type !== 'session_removed') return
        // Whoever waits for it goes on once this commit was told to all.
        turnOver.get(change.sessionId ?? '')?.()
      },
      async atTick() {
        watchLimits()
        takeUpAgain()
        await callBack(context)
      },
      async atStop() {
        for (const { abort } of held.values()) abort.abort(new Error('the daemon stops'))
        for (const over of turnOver.values()) over()
      },
    },
  }
}

/** Who asks again asks for the same; another job under its key would be taken for done. */
function sameJob(context: Context, before: JobRecord, plan: JobPlan, { callbackUrl, metadata }: JobInput): JobRecord {
  const { redact } = context.secrets
  const now = { ...plan, prompt: redact(plan.prompt), callbackUrl: callbackUrl ?? null, metadata: metadata ?? null }
  const asked = ({ persona, agent, projectId, budgetUsd, timeoutMs, ...rest }: typeof now): string =>
    JSON.stringify([persona, agent, projectId, budgetUsd, timeoutMs, rest.prompt, rest.callbackUrl, rest.metadata])
  if (redact(asked(now)) === redact(asked(before))) return before
  throw new DroverError('KEY_REUSED', `The key was used for another job, ${before.id}.`, {
    hint: 'Give every job a key of its own, such as a UUID; the same key only to ask for the same job again.',
  })
}

function cursorOf(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor)
  throw new DroverError('INVALID_CURSOR', 'This is no cursor of ours.', {
    hint: 'Take `nextCursor` of the page before.',
  })
}

const isDear = (context: Context, { budgetUsd, sessionId }: JobRecord): boolean => {
  if (budgetUsd === null || sessionId === null) return false
  const session = context.journal.reads.session(sessionId)
  const cost = session === null ? null : viewSession(context, context.journal.reads, session).totals.costUsd
  return cost !== null && cost > budgetUsd
}

function sessionStateOf({ journal }: Context, { sessionId }: JobRecord): Parameters<typeof takeUp>[0]['session'] {
  if (sessionId === null) return 'none'
  const session = journal.reads.session(sessionId)
  if (session === null) return 'missing'
  const turn = journal.reads.turn(sessionId, 1)
  if (turn !== null) return turn.state === 'running' ? 'turn runs' : 'turn ended'
  return session.phase === 'ended' ? 'without turn' : 'parked'
}

const rowOf = (
  context: Context,
  id: string,
  plan: Exclude<ReturnType<typeof planJob>, { refused: unknown }>,
  { key, metadata, callbackUrl }: JobInput,
): Omit<JobRecord, 'n'> => ({
  id,
  key,
  state: 'queued',
  ...plan,
  metadata: metadata ?? null,
  sessionId: null,
  ending: null,
  branch: null,
  output: '',
  exitCode: null,
  inputTokens: null,
  outputTokens: null,
  costUsd: null,
  filesChanged: [],
  errorCode: null,
  errorMessage: null,
  callbackUrl: callbackUrl ?? null,
  callbackState: null,
  callbackAttempts: 0,
  callbackDueAt: null,
  callbackError: null,
  createdAt: now(context),
  startedAt: null,
  finishedAt: null,
})
