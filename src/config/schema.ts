/** The shape of a configuration file, strict: an unknown key is an error. Sizes become bytes, durations seconds. */
import { z } from 'zod'
import { harnessIdPattern } from '#contract/ids'
import { mailTypes } from '#contract/mail'
import { notifyKinds } from '#contract/notify'
import { mergeMethods } from '#contract/pr'
import { t3Versions } from '#contract/t3'
import { signals } from '#contract/telemetry'
import { landingModes } from '#contract/trip'
import { isEditor } from '#core/workspace/editor'
import { builtIn, commonKeys, ownKeys } from './harness-names.ts'
import { keyDocs } from './keys.ts'
import { parseDuration, parseSize } from './units.ts'

const word = z.string().trim().min(1)
const numberOrText = z.union([z.number(), z.string()])

const measured = (parse: (value: number | string) => number | null) =>
  numberOrText.transform((value, context) => {
    const parsed = parse(value)
    if (parsed === null) context.addIssue({ code: 'custom', message: 'not understood' })
    return parsed ?? 0
  })
const size = measured(parseSize)
const duration = measured(parseDuration)
const usd = z.number().positive().max(1_000_000)

/** One or several, always a list afterwards. */
const commands = z.union([word, z.array(word)]).transform((value) => (typeof value === 'string' ? [value] : value))

/** A name that people choose: of a route, a role, an account, a short name of a model. */
const name = z.string().regex(/^(?!__proto__$)[^\s.:@"']{1,64}$/)
/** A number would be read as a quota. */
const modelName = z.string().regex(/^(?!__proto__$)(?!\d+(-\d+)?$)[^\s:@"']{1,64}$/)
const variable = z.string().regex(/^(?!DROVER_)[A-Za-z_][A-Za-z0-9_]*$/)
/** Relative, without a step upwards. Real paths are checked where the repository is at hand. */
const insidePath = word.regex(/^(?![/~])(?!(.*\/)?\.\.(\/|$))[^\0]+$/)

const jsonPath = z.union([word, z.array(word)])
const category = z.enum([
  'usage_limit',
  'rate_limit',
  'overloaded',
  'transient',
  'stalled',
  'launch',
  'auth',
  'invalid_model',
  'context_lost',
  'incomplete',
  'no_change',
  'agent_error',
  'unknown',
])

/** Prompts for `drover harness check`: `$TEXT`, `$WORD` and `$PATH` are filled in. */
const checkWords = [
  ...['say', 'fail', 'fail_model', 'endless', 'endless_says', 'tool', 'usage', 'remember', 'recall', 'write'],
  ...['thinking', 'ask', 'instructed', 'steer', 'steer_says'],
] as const

const harnessShape = {
  binary: word,
  model: word,
  models: z.record(modelName, word),
  env: z.record(variable, z.string()),
  mode: z.enum(['headless', 'terminal']),
  lifetime: z.enum(['turn', 'session']),
  command: z.array(z.string()).min(1),
  protocol: word,
  /** Empty: the model is an argument of its own. */
  model_flag: z.string().trim(),
  pass_env: z.array(variable),
  resume: z.array(z.string()),
  output: z.enum(['text', 'ndjson', 'drover']),
  text_path: jsonPath,
  session_path: jsonPath,
  usage_path: jsonPath,
  cost_path: jsonPath,
  error_path: jsonPath,
  usage_totals: z.boolean(),
  tail_lines: z.int().min(0),
  output_lines: z.int().min(0),
  output_strategy: z.literal('tail'),
  tail_stream: z.enum(['stdout', 'stderr', 'combined']),
  success_exit: z.union([z.int(), z.array(z.int())]),
  fails: z.array(
    z.strictObject({ match: word, channel: z.enum(['stderr', 'event', 'exit']).default('stderr'), category }),
  ),
  check: z.partialRecord(z.enum(checkWords), word),
}

const harnessTable = z.strictObject(harnessShape).partial()
export type HarnessTable = z.output<typeof harnessTable>

/** The table of a harness that Drover translates itself takes fewer keys. */
export function tableOf(name: string): z.ZodType {
  if (!builtIn.includes(name)) return harnessTable
  const allowed = new Set([...commonKeys, ...(ownKeys[name] ?? [])])
  return z.strictObject(Object.fromEntries(Object.entries(harnessShape).filter(([key]) => allowed.has(key)))).partial()
}

const webAddress = z.string().regex(/^https?:\/\/[^\s/]+/)

/** Places of `[notify.to.NAME]`; pages that take Web Push are subscribed from the page itself. */
const notifyPlace = z
  .strictObject({
    type: z.enum(['slack', 'ntfy', 'webhook', 'desktop']),
    url: webAddress.optional(),
    secret: word.optional(),
    token: word.optional(),
    kinds: z.array(z.enum(notifyKinds)).optional(),
  })
  .superRefine(({ type, url, secret, token }, context) => {
    const fault = (key: string): void => context.addIssue({ code: 'custom', message: 'not for it', path: [key] })
    if ((type === 'desktop') === (url !== undefined)) fault('url')
    if (secret !== undefined && type !== 'webhook') fault('secret')
    if (token !== undefined && type !== 'ntfy') fault('token')
  })

/** A program by its name or its whole path: a relative one would depend on where the daemon was started. */
const program = z.string().regex(/^(?![^/]+\/)(?!\.)[^\0]+$/)
const argument = z.string().regex(/^[^\0]*$/)
/** They stand in addresses as they are. */
const actionName = z.string().regex(/^(?!__proto__$)[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/)

/** `[actions.NAME]`: argv as it is run, without a shell. */
const actions = z
  .record(
    actionName,
    z.strictObject({
      argv: z.tuple([program], argument),
      title: word.optional(),
      mutating: z.boolean().optional(),
      confirm: z.union([z.boolean(), word]).optional(),
      timeout: duration.refine((seconds) => seconds > 0 && seconds <= 86_400).optional(),
      before: actionName.optional(),
    }),
  )
  .superRefine((table, context) => {
    for (const [name, { before }] of Object.entries(table)) {
      if (
        before === undefined ||
        (before !== name && table[before]?.before === undefined && Object.hasOwn(table, before))
      )
        continue
      context.addIssue({ code: 'custom', message: 'no such action', path: [name, 'before'] })
    }
  })

/** It is a model's name on the wire: no spec of an agent has a space or an @ either. */
const personaName = z.string().regex(/^(?!__proto__$)[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/)

const persona = z
  .strictObject({
    system: z.string(),
    agent: word,
    tools: z.enum(['none', 'all']),
    permissions: z.enum(['bypass', 'ask', 'read-only']),
    budget_usd: usd,
    timeout: duration,
    project: word,
    resume: z.enum(['none', 'history']),
    warm: z.int().min(0).max(20),
    presets: z.array(z.strictObject({ label: word, prompt: word })),
  })
  .partial()
  .superRefine(({ tools, permissions, project, warm }, context) => {
    const fault = (key: string, message = 'needs tools = "all"'): void =>
      context.addIssue({ code: 'custom', message, path: [key] })
    if (tools === 'all' && (warm ?? 0) > 0)
      fault('warm', 'needs tools = "none": a worktree is made for its conversation')
    if (tools === 'all') return
    if (permissions !== undefined && permissions !== 'read-only') fault('permissions')
    if (project !== undefined) fault('project')
  })

export const fileSchema = z
  .strictObject({
    schema_version: z.int(),
    default_harness: z.string().regex(harnessIdPattern),
    default_model: word,
    base_branch: word,
    max_sessions: z.int().min(1),
    setup: z.strictObject({ run: commands, ready: commands, timeout: duration }).partial(),
    ready: commands,
    link: z.array(insidePath),
    copy: z.array(insidePath),
    env: z.record(variable, z.string()),
    cache: z.record(variable, word.regex(/^(?!(.*\/)?\.\.(\/|$))[^\0]+$/)),
    ports: z.int().min(0).max(1000),
    verify: commands,
    verify_timeout: duration,
    merge: z
      .strictObject({
        push: z.boolean(),
        checkout: z.enum(['fast-forward', 'refuse']),
        union: z.array(word),
        tiers: z.array(z.enum(['clean', 'mechanical', 'agent', 'human'])),
        attempts: z.int().min(1).max(20),
        train: z.int().min(1).max(20),
        agent: word,
        agent_tries: z.int().min(0).max(10),
      })
      .partial(),
    forge: z
      .strictObject({
        github: z.strictObject({ url: z.url({ protocol: /^https?$/ }) }).partial(),
        forgejo: z.strictObject({ url: z.url({ protocol: /^https?$/ }) }).partial(),
        merge_method: z.enum(mergeMethods),
        nudge: z.array(z.enum(['ci', 'review', 'conflict'])),
        interval: duration,
        on_merge: z.enum(['keep', 'end']),
      })
      .partial(),
    presets: z.array(z.strictObject({ label: word, prompt: word })),
    turn_timeout: duration,
    request_timeout: duration,
    stall_threshold: duration,
    tool_stall_threshold: duration,
    connected_idle: duration,
    connected_kill: duration,
    cancel_grace: duration,
    snapshot_max_file: size,
    auto_resume: z.boolean(),
    relay: z
      .strictObject({
        mix: commands,
        tries: z.int().min(1).max(100),
        retry_budget: z.int().min(1).max(100),
        backoff: duration,
        backoff_max: duration,
        pause: duration,
        freeze: duration,
        probes: z.int().min(1).max(100),
        stall_threshold: duration,
        freeze_threshold_secs: duration,
        stall_threshold_secs: duration,
        connected_idle: duration,
        connected_kill: duration,
        commit: z.enum(['leftovers', 'agent']),
        land: z.boolean(),
        auto_resume: z.boolean(),
      })
      .partial(),
    routes: z.record(name, commands),
    models: z.record(modelName, word),
    providers: z.record(name, commands),
    role: z.record(name, z.strictObject({ route: word, verify: commands }).partial()),
    roles: z.record(
      name,
      z
        .strictObject({
          agent: word,
          files: z.enum(['reads', 'writes']),
          spawns: z.array(name),
          ends: z.array(z.enum(mailTypes)),
          permissions: z.enum(['bypass', 'ask', 'read-only']),
        })
        .partial(),
    ),
    budget: z.strictObject({ daily_usd: usd, total_usd: usd, warn_percent: z.int().min(1).max(100) }).partial(),
    coordination: z
      .strictObject({
        reminders: z.int().min(0).max(20),
        max_depth: z.int().min(0).max(10),
        max_children: z.int().min(1).max(1000),
        max_agents: z.int().min(1).max(10_000),
        max_wakes_per_hour: z.int().min(0).max(100_000),
        native_subagents: z.enum(['allow', 'deny']),
        show_after: duration,
        remind_after: duration,
        notice_after: duration,
        stop_after: duration,
      })
      .partial(),
    harness: z.record(z.string().regex(harnessIdPattern), harnessTable),
    server: z
      .strictObject({
        host: word,
        port: z.int().min(0).max(65_535),
        trusted_proxy: z.strictObject({ peer: word, header: z.string().regex(/^[A-Za-z0-9-]+$/) }).partial(),
        allow_insecure_bind: z.boolean(),
        tls_cert: word,
        tls_key: word,
        allowed_hosts: z.array(word),
      })
      .partial(),
    limits: z
      .strictObject({
        daily_usd: usd,
        max_sessions: z.int().min(1),
        max_running_turns: z.int().min(1),
        min_free_memory: size,
        min_free_disk: size,
      })
      .partial(),
    personas: z.record(personaName, persona),
    doors: z
      .strictObject({
        default: personaName,
        max_concurrency: z.int().min(1).max(1000),
        max_queue_depth: z.int().min(1).max(100_000),
        keep_days: z.number().min(0),
        forget_days: z.number().min(0),
        forget_above: z.int().min(0).max(1_000_000),
        callback_secret: z.string().trim().min(16),
        t3: z.enum(t3Versions),
      })
      .partial(),
    retention: z
      .strictObject({
        snapshots_days: z.number().min(0),
        changes_days: z.number().min(0),
        events_days: z.number().min(0),
      })
      .partial(),
    notify: z
      .strictObject({
        kinds: z.array(z.enum(notifyKinds)),
        url: webAddress,
        allow_loopback_push: z.boolean(),
        to: z.record(name, notifyPlace),
      })
      .partial(),
    afk: z
      .strictObject({
        enabled: z.boolean(),
        allow: z.array(word),
        ready_label: word,
        in_progress_label: word,
        human_label: word,
        budget_usd: z.number().min(0).max(1_000_000),
        fix_forward_max_attempts: z.int().min(0).max(1000),
        fix_forward_max_seconds: duration,
        max_parallel: z.int().min(1).max(1000),
        unlabelled_priority: z.int().min(-999_999).max(999_999),
        deadline: duration,
        ci_deadline: duration,
        interval: duration,
        lease: duration,
        landing: z.enum(landingModes),
        agent: word,
        ci: z.array(word).max(3),
        executor: z.enum(['drover', 't3']),
        t3: z.strictObject({ url: webAddress, model: word }).partial(),
      })
      .partial(),
    editor: z.strictObject({ open: z.string().max(1000).refine(isEditor) }).partial(),
    actions,
    telemetry: z
      .strictObject({
        metrics_token: z.string().trim().min(16).max(500),
        otlp: z.boolean(),
        endpoint: webAddress,
        headers: z.record(z.string().regex(/^(?!__proto__$)[A-Za-z0-9-]{1,100}$/), z.string().max(4000)),
        signals: z.array(z.enum(signals)).min(1),
        content: z.boolean(),
        interval: duration.refine((seconds) => seconds >= 1, 'at least a second'),
        metrics_interval: duration.refine((seconds) => seconds >= 1, 'at least a second'),
      })
      .partial(),
    log: z.strictObject({ level: z.enum(['debug', 'info', 'warn', 'error']) }).partial(),
  })
  .partial()

export type FileConfig = z.output<typeof fileSchema>

/** For editors. Keys carry the sentence and the default of the documented table. */
export function configJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(fileSchema, { io: 'input' }) as Record<string, unknown>
  for (const { key, about, fallback } of keyDocs) {
    const node = nodeOf(schema, key)
    if (node === null) continue
    node.description = about
    if (fallback !== null && !key.includes('*')) node.default = fallback
  }
  return { ...schema, title: 'Drover configuration', description: 'config.toml of Drover' }
}

type Node = Record<string, unknown>

function nodeOf(schema: Node, key: string): Node | null {
  let node: Node | undefined = schema
  for (const step of key.split('.')) {
    const next: unknown = step === '*' ? node.additionalProperties : (node.properties as Node | undefined)?.[step]
    if (typeof next !== 'object' || next === null) return null
    node = next as Node
  }
  return node
}

/** Every key a file may hold, tables included, `*` for a name of the writer's choice. */
export function knownKeys(): readonly string[] {
  const keys: string[] = []
  const walk = (node: Node, prefix: string): void => {
    for (const [name, child] of Object.entries((node.properties ?? {}) as Record<string, Node>)) {
      keys.push(prefix + name)
      walk(child, `${prefix}${name}.`)
    }
    const rest = node.additionalProperties
    if (typeof rest === 'object' && rest !== null) walk(rest as Node, `${prefix}*.`)
  }
  walk(z.toJSONSchema(fileSchema, { io: 'input' }) as Node, '')
  return keys
}
