/**
 * What the scripted model does next. The script is in the newest user message: each line `MODEL <verb> …` is one step,
 * and the number of tool results since that message says which step is due. Pure but for `Counters`, which remember
 * how often a limited failure was served. How an answer is put on the wire is the protocols' business.
 *
 *   MODEL run COMMAND          calls the CLI's own shell tool
 *   MODEL tool NAME JSON       calls that tool with these arguments
 *   MODEL door NAME JSON       calls that tool of Drover's own server, also where the CLI hides it behind a search
 *   MODEL after N TYPE VERB …  a step for later: for the prompt that brings the Nth mail of that type, if it has no step of its own
 *   MODEL role                 answers "role WORD", the newest codeword of a role that it was sent, or "role nothing"
 *   MODEL say TEXT             answers TEXT
 *   MODEL remember WORD        answers "ok"
 *   MODEL recall               answers "recalled WORD" from the history it was sent, or "recalled nothing"
 *   MODEL think TEXT           a reasoning block, then "thought"
 *   MODEL slow N MS            N pieces, one each MS milliseconds
 *   MODEL long N               N characters
 *   MODEL fail STATUS [times=N] [after=SECONDS]    an HTTP error; 404 names the model, after adds retry-after
 *   MODEL limit [reset=SECONDS]                    the provider's own words for a spent quota
 *   MODEL for AGENT VERB …     a step for that agent of a relay alone ("You are AGENT, …"); others do not see it
 *   MODEL hang | stall         never answers; opens a stream and falls silent
 *   MODEL cut [bare] [times=N] opens a stream and breaks it off; bare: before the first word
 *   MODEL blank [wait=MS] [times=N]   a whole answer without a word, after so long
 *   MODEL late MS TEXT         answers TEXT after so long without a byte
 *   MODEL drop [times=N]       breaks the connection off before any answer
 *
 * Any other prompt is greeted. After the last tool result: "done N".
 */
import { type Conversation, type Loose, list, loose, type Tool } from './conversation.ts'

export interface ToolCall {
  readonly name: string
  readonly kind: string
  readonly namespace?: string
  readonly args: unknown
}

export type Act =
  | {
      readonly do: 'text'
      readonly text: string
      readonly think?: string
      readonly pieces?: number
      readonly pauseMs?: number
      /** Before the first word. */
      readonly waitMs?: number
    }
  | { readonly do: 'call'; readonly call: ToolCall }
  | { readonly do: 'fail'; readonly status: number; readonly retryAfter: number | null }
  | { readonly do: 'limit'; readonly resetSeconds: number }
  | { readonly do: 'cut'; readonly bare: boolean }
  | { readonly do: 'hang' | 'stall' | 'drop' }

export interface Decision {
  readonly act: Act
  /** The user's own words that it answers. */
  readonly prompt: string
  /** A title, a topic, a classification: not the conversation itself. */
  readonly helper: boolean
}

export type Counters = Map<string, number>

const directive =
  /^\s*MODEL (run|tool|door|role|say|remember|recall|think|slow|long|fail|limit|hang|stall|cut|drop|blank|late)\b ?(.*)$/

const forOne = /^\s*MODEL for (\S+) (.*)$/

const later = /^\s*MODEL after (\d+) (\w+) (.*)$/

interface Step {
  readonly verb: string
  readonly rest: string
}

/** Machine-made context comes in tags (`<system-reminder>` …) and is not the user's words; a query tag is unwrapped. */
function userWords(text: string): string {
  const quoted = /^\s*"([\s\S]*)"\s*$/.exec(text)?.[1]
  return (
    (quoted ?? text)
      .replace(/<\/?(user_query|user_request|user_message|user_input)>/gi, '')
      .replace(/<([A-Za-z][\w.:-]*)(?:\s[^>]*)?>[\s\S]*?<\/\1>/g, '')
      // What Claude Code puts in the user's place after an answer without words.
      .replace(/^\[Your previous response had no visible output[^\]]*\]$/, '')
      .trim()
  )
}

const callVerbs: ReadonlySet<string> = new Set(['run', 'tool', 'door'])

const stepOf = (line: string): readonly Step[] => {
  const found = directive.exec(line)
  return found === null ? [] : [{ verb: found[1] ?? '', rest: (found[2] ?? '').trim() }]
}

/** What earlier prompts kept for this one, by the mails that have come with it. */
function keptSteps(before: readonly string[], prompt: string): readonly Step[] {
  const mails = (type: string, texts: readonly string[]): number =>
    texts.join('\n').split(`\ntype: "${type}"\n`).length - 1
  return before
    .flatMap((text) => text.split('\n'))
    .flatMap((line) => {
      const [, n, type = '', step = ''] = later.exec(line) ?? []
      const due = n !== undefined && mails(type, before) < Number(n) && mails(type, [...before, prompt]) >= Number(n)
      return due ? stepOf(`MODEL ${step}`) : []
    })
}

/** A step that ends a turn cannot be followed by another: what comes before it is an earlier prompt glued on. */
function stepsOf(prompt: string): readonly Step[] {
  const agent = /\bYou are (\S+), try \d+ of relay/.exec(prompt)?.[1]
  const lines = prompt.split('\n').flatMap((line) => {
    const [, name, step] = forOne.exec(line) ?? []
    return name === undefined ? [line] : name === agent ? [`MODEL ${step}`] : []
  })
  const steps = lines.flatMap(stepOf)
  const cut = steps.findLastIndex((step, at) => at < steps.length - 1 && !callVerbs.has(step.verb))
  return steps.slice(cut + 1)
}

export function decide(conversation: Conversation, counters: Counters): Decision {
  const at = conversation.turns.findLastIndex((turn) => turn.role === 'user' && userWords(turn.text) !== '')
  const prompt = userWords(conversation.turns[at]?.text ?? '')
  const before = conversation.turns.slice(0, Math.max(at, 0))
  const said = before.flatMap((turn) => (turn.role === 'user' ? [userWords(turn.text)] : []))
  const done = conversation.turns.slice(at + 1).reduce((sum, turn) => sum + turn.results, 0)
  if (conversation.tools.length === 0 && !hasNoTools.test(conversation.system)) {
    const text = helperAnswer(conversation)
    if (text !== null) return { act: { do: 'text', text }, prompt, helper: true }
  }
  const own = stepsOf(prompt)
  const steps = own.length > 0 ? own : keptSteps(said, prompt)
  const step = steps[done]
  if (step !== undefined)
    return {
      act: actOf(step, conversation, before.map((turn) => turn.text).join('\n'), prompt, counters),
      prompt,
      helper: false,
    }
  const prompts = before.filter((turn) => turn.role === 'user' && userWords(turn.text) !== '').length + 1
  const text = done > 0 ? `done ${done}` : `hello from the scripted model, prompt ${prompts}`
  return { act: { do: 'text', text }, prompt, helper: false }
}

/** An agent that is told so asks without tools too; a helper of a CLI (titles, summaries) is told something else. */
const hasNoTools = /\bYou have no tools\b/

function helperAnswer(conversation: Conversation): string | null {
  if (conversation.schema !== undefined) return JSON.stringify(filler(conversation.schema, ''))
  const about = `${conversation.system} ${conversation.turns[0]?.text.slice(0, 600) ?? ''}`
  return /\b(title|topic|summar|branch name|classif)/i.test(about) ? 'scripted title' : null
}

function actOf(step: Step, conversation: Conversation, history: string, prompt: string, counters: Counters): Act {
  const [first = '', second = ''] = step.rest.split(/\s+/)
  switch (step.verb) {
    case 'run':
      return shellCall(conversation.tools, step.rest)
    case 'tool':
      return namedCall(conversation.tools, step.rest)
    case 'door':
      return doorCall(conversation.tools, step.rest)
    case 'role':
      return { do: 'text', text: `role ${roleWord(conversation) ?? 'nothing'}` }
    case 'say':
      return { do: 'text', text: step.rest }
    case 'remember':
      return { do: 'text', text: 'ok' }
    case 'recall':
      return {
        do: 'text',
        text: `recalled ${[...history.matchAll(/MODEL remember ([\w.-]+)/g)].at(-1)?.[1] ?? 'nothing'}`,
      }
    case 'think':
      return { do: 'text', think: step.rest, text: 'thought' }
    case 'slow':
      return {
        do: 'text',
        text: Array.from({ length: Number(first) }, (_, n) => `piece${n + 1} `).join(''),
        pieces: Number(first),
        pauseMs: Number(second),
      }
    case 'long':
      return { do: 'text', text: 'x'.repeat(Number(first)) }
    case 'fail':
      return limited(step.rest, prompt, counters, {
        do: 'fail',
        status: Number.parseInt(step.rest, 10),
        retryAfter: option(step.rest, 'after'),
      })
    case 'cut':
      return limited(step.rest, prompt, counters, { do: 'cut', bare: /\bbare\b/.test(step.rest) })
    case 'blank':
      return limited(step.rest, prompt, counters, { do: 'text', text: '', waitMs: option(step.rest, 'wait') ?? 0 })
    case 'late':
      return { do: 'text', text: step.rest.slice(first.length).trim(), waitMs: Number(first) }
    case 'drop':
      return limited(step.rest, prompt, counters, { do: 'drop' })
    case 'limit':
      return { do: 'limit', resetSeconds: option(step.rest, 'reset') ?? 7200 }
    default:
      return { do: step.verb as 'hang' | 'stall' }
  }
}

const option = (rest: string, name: string): number | null => {
  const found = new RegExp(`\\b${name}=(\\d+)`).exec(rest)?.[1]
  return found === undefined ? null : Number(found)
}

/** A failure for ever, or so many times and then an answer. */
function limited(rest: string, prompt: string, counters: Counters, act: Act): Act {
  const times = option(rest, 'times')
  const served = counters.get(prompt) ?? 0
  if (times !== null && served >= times) return { do: 'text', text: `recovered after ${served}` }
  counters.set(prompt, served + 1)
  return act
}

const shellNames = [
  'Bash',
  'bash',
  'exec_command',
  'shell',
  'shell_command',
  'local_shell',
  'run_shell_command',
  'run_command',
  'terminal',
]

function shellCall(tools: readonly Tool[], command: string): Act {
  // Codex's code mode offers one custom tool that takes JavaScript with a global `tools`.
  const code = tools.find((tool) => tool.kind === 'custom' && tool.name === 'exec')
  if (code !== undefined) {
    const script = `const result = await tools.exec_command({ cmd: ${JSON.stringify(command)} });\ntext(result);`
    return { do: 'call', call: { ...addressOf(code), args: script } }
  }
  const tool = shellNames.map((name) => tools.find((one) => one.name === name)).find((one) => one !== undefined)
  if (tool === undefined) return { do: 'text', text: `no shell tool among ${tools.map((one) => one.name).join(' ')}` }
  if (tool.kind === 'local_shell') return { do: 'call', call: { ...addressOf(tool), args: ['bash', '-lc', command] } }
  const properties = loose(tool.schema.properties)
  const key = ['command', 'cmd', 'script'].find((name) => properties[name] !== undefined) ?? 'command'
  const value = loose(properties[key]).type === 'array' ? ['bash', '-lc', command] : command
  const args: Record<string, unknown> = { [key]: value }
  for (const name of list(tool.schema.required)) {
    if (typeof name === 'string' && !(name in args)) args[name] = filler(loose(properties[name]), name)
  }
  return { do: 'call', call: { ...addressOf(tool), args } }
}

function namedCall(tools: readonly Tool[], rest: string): Act {
  const [, name = '', json = ''] = /^(\S+)\s*([\s\S]*)$/.exec(rest) ?? []
  const tool = tools.find((one) => one.name === name) ?? { name, kind: 'function', schema: {} }
  // A custom tool takes plain text, which is given as a JSON string where it has line ends.
  const args = tool.kind === 'custom' && !json.startsWith('"') ? json : JSON.parse(json || '{}')
  return { do: 'call', call: { ...addressOf(tool), args } }
}

/** How CLIs spell a tool of a server, and how a model names one that it was not offered. */
function doorCall(tools: readonly Tool[], rest: string): Act {
  const [, name = '', json = ''] = /^(\S+)\s*([\s\S]*)$/.exec(rest) ?? []
  const code = tools.find((tool) => tool.kind === 'custom' && tool.name === 'exec')
  if (code !== undefined) {
    const script = `const result = await tools.mcp__drover__${name}(${json || '{}'});\ntext(result);`
    return { do: 'call', call: { ...addressOf(code), args: script } }
  }
  const offered = tools.find((tool) => tool.name.endsWith(name) && /drover/.test(`${tool.namespace} ${tool.name}`))
  const args = JSON.parse(json || '{}')
  if (offered !== undefined) return { do: 'call', call: { ...addressOf(offered), args } }
  const codex = tools.some((tool) => tool.name === 'exec_command' || tool.kind === 'tool_search')
  const hidden = codex ? { name, namespace: 'mcp__drover' } : { name: `mcp__drover__${name}` }
  return { do: 'call', call: { ...hidden, kind: 'function', args } }
}

/** In the system's words or before a prompt, wherever the CLI puts it; the last one counts. */
const roleWord = ({ system, turns }: Conversation): string | undefined =>
  [...[system, ...turns.map((turn) => turn.text)].join('\n').matchAll(/codeword of your role is ([\w-]+)/g)].at(-1)?.[1]

const addressOf = (tool: Tool): { name: string; kind: string; namespace?: string } => ({
  name: tool.name,
  kind: tool.kind,
  ...(tool.namespace === undefined ? {} : { namespace: tool.namespace }),
})

/** The smallest value that a JSON schema allows. */
function filler(schema: Loose, name: string): unknown {
  const choices = list(schema.enum)
  if (choices.length > 0) return choices[0]
  const type = String(list(schema.type)[0] ?? schema.type ?? 'string').toLowerCase()
  if (type === 'boolean') return false
  if (type === 'number' || type === 'integer')
    return /(time|ms|wait|delay)/i.test(name) ? 60_000 : (schema.minimum ?? 1)
  if (type === 'array') return []
  if (type !== 'object') return 'scripted step'
  const properties = loose(schema.properties)
  const wanted = list(schema.required).length > 0 ? list(schema.required).map(String) : Object.keys(properties)
  return Object.fromEntries(wanted.map((key) => [key, filler(loose(properties[key]), key)]))
}
