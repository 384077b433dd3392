/** The flows' view of the configuration (`ports/settings`), in milliseconds, bytes and plain lists. */
import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { OwnPersona } from '#contract/door'
import { scratchProject } from '#contract/ids'
import type { EffectiveSettings, Settings } from '#ports/settings'
import { type Config, type Effective, loadEffective, userConfigFile } from './effective.ts'
import { projectLayer } from './layer.ts'

export interface SettingsOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  /** `$DROVER_HOME`: relative `[cache]` directories live in its `cache/<project>`. */
  readonly home: string
}

export function createSettings({ env, home }: SettingsOptions): Settings {
  const userFile = userConfigFile(env)
  return {
    of(project) {
      const effective = loadEffective({
        userFile,
        repoPath: project?.path ?? null,
        projectSettings: project?.settings ?? {},
        env,
      })
      return view(effective, join(home, 'cache', project?.id ?? scratchProject))
    },
    checkProjectSettings(settings) {
      projectLayer(settings)
    },
  }
}

function view(effective: Effective, cacheRoot: string): EffectiveSettings {
  const { values, sources, trust } = effective
  const stall = {
    stallMs: values.stall_threshold * 1000,
    toolStallMs: values.tool_stall_threshold * 1000,
    connectedIdleMs: values.connected_idle * 1000,
    connectedKillMs: values.connected_kill * 1000,
  }
  return {
    defaultHarness: values.default_harness,
    defaultModel: values.default_model,
    baseBranch: values.base_branch,
    maxSessions: Math.min(values.max_sessions, values.limits.max_sessions),
    setup: { run: values.setup.run, ready: values.setup.ready, timeoutMs: values.setup.timeout * 1000 },
    link: values.link,
    copy: values.copy,
    get env() {
      return { ...cacheVariables(values.cache, cacheRoot), ...values.env }
    },
    ports: values.ports,
    merge: mergeView(values.merge),
    forge: {
      githubUrl: values.forge.github.url,
      forgejoUrl: values.forge.forgejo.url,
      mergeMethod: values.forge.merge_method,
      nudge: values.forge.nudge,
      tickMs: values.forge.interval * 1000,
      onMerge: values.forge.on_merge,
    },
    verify: { commands: values.verify, timeoutMs: values.verify_timeout * 1000 },
    turnTimeoutMs: values.turn_timeout === null ? null : values.turn_timeout * 1000,
    requestTimeoutMs: values.request_timeout * 1000,
    stall,
    relay: relayView(values.relay, stall),
    routes: values.routes,
    models: values.models,
    providers: values.providers,
    roles: Object.fromEntries(
      Object.entries(values.role).map(([name, { route, verify }]) => [
        name,
        { route: route ?? null, verify: verify ?? [] },
      ]),
    ),
    ownRoles: values.roles,
    budget: {
      dailyUsd: values.budget.daily_usd,
      totalUsd: values.budget.total_usd,
      warnAt: values.budget.warn_percent / 100,
      allDailyUsd: values.limits.daily_usd,
    },
    coordination: coordinationView(values.coordination),
    notify: notifyView(values.notify),
    afk: afkView(values.afk),
    editor: { open: values.editor.open },
    actions: actionsView(values.actions),
    telemetry: telemetryView(values.telemetry),
    cancelGraceMs: values.cancel_grace * 1000,
    snapshotMaxFileBytes: values.snapshot_max_file,
    maxRunningTurns: values.limits.max_running_turns,
    doors: {
      default: values.doors.default,
      maxConcurrency: values.doors.max_concurrency,
      maxQueueDepth: values.doors.max_queue_depth,
      keepDays: values.doors.keep_days,
      forgetDays: values.doors.forget_days,
      forgetAbove: values.doors.forget_above,
      personas: personasView(values.personas),
      callbackSecret: values.doors.callback_secret ?? null,
      t3: values.doors.t3,
    },
    minFreeMemoryBytes: values.limits.min_free_memory,
    minFreeDiskBytes: values.limits.min_free_disk,
    retention: {
      snapshotsDays: values.retention.snapshots_days,
      changesDays: values.retention.changes_days,
      eventsDays: values.retention.events_days,
    },
    harness: effective.harness,
    customHarnesses: effective.customHarnesses,
    trust,
    withoutRepository: () => view(effective.withoutRepository(), cacheRoot),
    values: sources,
    warnings: effective.warnings,
  }
}

const coordinationView = (table: Config['coordination']): EffectiveSettings['coordination'] => ({
  reminders: table.reminders,
  maxDepth: table.max_depth,
  maxChildren: table.max_children,
  maxAgents: table.max_agents,
  maxWakesPerHour: table.max_wakes_per_hour,
  nativeSubagents: table.native_subagents,
  watch: {
    showMs: table.show_after * 1000,
    remindMs: table.remind_after * 1000,
    noticeMs: table.notice_after * 1000,
    stopMs: table.stop_after * 1000,
  },
})

const afkView = ({ t3, ...table }: Config['afk']): EffectiveSettings['afk'] => ({
  table: {
    enabled: table.enabled,
    allow: table.allow,
    readyLabel: table.ready_label,
    inProgressLabel: table.in_progress_label,
    humanLabel: table.human_label,
    budgetUsd: table.budget_usd,
    fixForwardMaxAttempts: table.fix_forward_max_attempts,
    fixForwardMaxSeconds: table.fix_forward_max_seconds,
    maxParallel: table.max_parallel,
    unlabelledPriority: table.unlabelled_priority,
    deadlineSeconds: table.deadline,
    ciDeadlineSeconds: table.ci_deadline,
    intervalSeconds: table.interval,
    leaseSeconds: table.lease,
    landing: table.landing,
    agent: table.agent,
    ci: table.ci,
    executor: table.executor,
  },
  t3,
})

const notifyView = (table: Config['notify']): EffectiveSettings['notify'] => ({
  kinds: table.kinds,
  url: table.url?.replace(/\/+$/, '') ?? null,
  allowLoopbackPush: table.allow_loopback_push,
  places: Object.entries(table.to).map(([name, place]) => ({
    name,
    type: place.type,
    url: place.url ?? null,
    secret: place.secret ?? null,
    token: place.token ?? null,
    kinds: place.kinds ?? null,
  })),
})

const actionsView = (table: Config['actions']): EffectiveSettings['actions'] =>
  Object.entries(table).map(
    ([name, { argv, title = name, mutating = false, confirm = mutating, timeout, before }]) => ({
      name,
      title,
      argv,
      mutating,
      confirm: confirm === true ? `Run "${title}"?` : confirm === false ? null : confirm,
      timeoutMs: (timeout ?? 60) * 1000,
      before: before ?? null,
    }),
  )

const personasView = (tables: Config['personas']): EffectiveSettings['doors']['personas'] =>
  Object.fromEntries(
    Object.entries(tables).map(([name, { budget_usd: budgetUsd, timeout, ...table }]) => [
      name,
      {
        ...table,
        ...(budgetUsd === undefined ? {} : { budgetUsd }),
        ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }),
      } as OwnPersona,
    ]),
  )

const telemetryView = (table: Config['telemetry']): EffectiveSettings['telemetry'] => ({
  metricsToken: table.metrics_token,
  otlp: {
    otlp: table.otlp,
    endpoint: table.endpoint,
    headers: table.headers,
    signals: table.signals,
    content: table.content,
    delayMs: table.interval * 1000,
    metricsMs: table.metrics_interval * 1000,
  },
})

const mergeView = ({ agent_tries: agentTries, ...merge }: Config['merge']): EffectiveSettings['merge'] => ({
  ...merge,
  agentTries,
})

function relayView(relay: Config['relay'], stall: EffectiveSettings['stall']): EffectiveSettings['relay'] {
  const own = (seconds: number | null, ms: number): number => (seconds === null ? ms : seconds * 1000)
  return {
    mix: relay.mix,
    tries: relay.tries,
    backoffMs: relay.backoff * 1000,
    backoffMaxMs: relay.backoff_max * 1000,
    pauseMs: relay.pause * 1000,
    freezeMs: relay.freeze * 1000,
    probes: relay.probes,
    commit: relay.commit,
    land: relay.land,
    autoResume: relay.auto_resume,
    stall: {
      stallMs: own(relay.stall_threshold, stall.stallMs),
      toolStallMs: stall.toolStallMs,
      connectedIdleMs: own(relay.connected_idle, stall.connectedIdleMs),
      connectedKillMs: own(relay.connected_kill, stall.connectedKillMs),
    },
  }
}

/** The directories are made when a session is about to be given them. */
function cacheVariables(cache: Readonly<Record<string, string>>, root: string): Record<string, string> {
  const out: Record<string, string> = {}
  for (const [name, directory] of Object.entries(cache)) {
    const path = directory.startsWith('~/') ? join(homedir(), directory.slice(2)) : directory
    out[name] = isAbsolute(path) ? path : join(root, path)
    try {
      mkdirSync(out[name], { recursive: true, mode: 0o700 })
    } catch {
      // The variable still names the place; the tool that uses it tells what is wrong there.
    }
  }
  return out
}
