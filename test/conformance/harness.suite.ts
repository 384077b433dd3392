/**
 * One suite that every harness passes on its REAL process. What a harness declares in `can` is proven here or not
 * declared; a case is skipped only for an ability that is not declared, and says so. The words that make a given agent
 * do something (use a tool, remember, fail) come from the case; the judgement is the same for all.
 *
 *   harnessSuite(() => ({ title: 'codex', harness: createCodex(), words: {…}, prepare: async (root) => ({ env: {…} }) }))
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Evidence } from '#contract/agent-event'
import type { Harness, HarnessConfig, Located } from '#ports/harness'
import { asking, longLived, remembering, toolCase, usageCase } from './ability-cases.ts'
import { type Bench, ifAble, makeBench, need } from './bench.ts'
import { textOf } from './fixtures.suite.ts'
import { failing, speaking, surviving } from './turn-cases.ts'

/** Prompts that make this agent do a thing. Needed wherever the ability is declared. */
export interface Words {
  /** The agent says this text (its reply contains it). */
  say(text: string): string
  /** A turn that fails: by its prompt, or by its model. `evidence`: fields that some piece of evidence must hold. */
  readonly fail: { readonly prompt: string; readonly model?: string; readonly evidence?: Partial<Evidence> }
  /** A turn that lasts until it is ended from outside, and the text it says first, whole or as a part (`afterPart`). */
  readonly endless?: { readonly prompt: string; readonly after?: string; readonly afterPart?: string }
  /** can.tools: uses at least one tool. */
  readonly tool?: string
  /** can.usage: the same work each time. `each`: what one turn costs, where that is known exactly. */
  readonly usage?: { readonly prompt: string; readonly each?: { input: number; output: number; costUsd?: number } }
  /** can.resume, can.fork. */
  readonly remember?: (word: string) => string
  readonly recall?: string
  /** can.resume: evidence for an unknown conversation; default: stated context_lost. */
  readonly lost?: Partial<Evidence>
  /** can.questions: asks something; the reply contains the answer. */
  readonly ask?: string
  /** can.permissions with ask or read-only: writes the file at this path of the workspace. */
  readonly write?: (path: string) => string
  readonly thinking?: string
  /** Where a reply of this size can be had in one line. */
  readonly huge?: (bytes: number) => string
  /**
   * can.steer: given while `endless` runs, or while the tool of `during` does; the reply contains `text`, and the turn goes
   * on or ends.
   */
  readonly steer?: { readonly words: string; readonly text: string; readonly during?: string }
}

export interface HarnessCase {
  readonly title: string
  readonly harness: Harness
  readonly config?: HarnessConfig
  /** The model of ordinary turns. */
  readonly model?: string | null
  readonly words: Words
  /** The prompt travels by standard input or a file, so that `ps` shows none of it. Default true. */
  readonly promptByStdin?: boolean
  /** Every line of its output is text by contract, so there is no such thing as noise. Default false. */
  readonly prose?: boolean
  /** It must answer before it can be prompted (JSON-RPC): an input that ends at once leaves it unspoken to. Default false. */
  readonly handshake?: boolean
  /** The model is chosen inside the running conversation, not by the launch. Default false. */
  readonly modelInSession?: boolean
  /** Abilities of a process that lives for the session which one that lives for a turn has not. Default none. */
  readonly sessionOnly?: readonly ('steer' | 'deltas')[]
  /** Longest time of one turn. Default 30 s. */
  readonly timeoutMs?: number
  /** Once before the cases: servers, files. `env` is the child's environment besides PATH and a HOME of its own. */
  prepare?(root: string): Promise<Prepared>
}

export interface Prepared {
  readonly env?: Readonly<Record<string, string>>
  readonly program?: Located
  readonly version?: string | null
  close?(): Promise<void>
}

export function harnessSuite(makeCase: () => HarnessCase): void {
  const subject = makeCase()
  const { harness, words } = subject
  const { can } = harness
  const here = (ability: 'steer' | 'deltas'): boolean =>
    can[ability] && (subject.config?.lifetime === 'session' || subject.sessionOnly?.includes(ability) !== true)
  describe(`conformance: ${subject.title}`, () => {
    let bench: Bench
    let prepared: Prepared = {}
    let root = ''
    beforeAll(async () => {
      root = mkdtempSync(join(tmpdir(), 'drover-conform-'))
      prepared = (await subject.prepare?.(root)) ?? {}
      bench = await makeBench(subject, prepared, root)
    })
    afterAll(async () => {
      await prepared.close?.()
      rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    })
    const at = (): Bench => bench
    const when = (able: boolean, ability: string) => ifAble(harness, able, ability)

    speaking(subject, at)
    surviving(subject, at)
    failing(subject, at)
    describe('abilities', () => {
      when(can.tools, 'tools')('reports each tool call with its result', () => toolCase(at(), need(words.tool, 'tool')))
      when(can.usage !== 'none', 'usage')('reports usage as deltas over two turns', () => usageCase(at(), can, words))
      when(can.thinking, 'thinking')('reports thinking', async () => {
        const run = await at().turn(need(words.thinking, 'thinking'))
        expect(run.all.some((event) => event.kind === 'thinking' && event.text !== '')).toBe(true)
      })
      when(here('deltas'), 'deltas here')('streams parts of a message that then arrives whole', async () => {
        const run = await at().turn(words.say('several words that come in several parts'))
        const parts = run.deltas.flatMap((delta) => (delta.kind === 'text' ? [delta.text] : [])).join('')
        expect(parts).toContain('several words that come in several parts')
        expect(textOf(run.all)).toContain('several words that come in several parts')
      })
      when(can.models && subject.modelInSession !== true, 'models at launch')('passes the model on', () => {
        const plan = harness.plan(at().start(words.say('hi'), { model: 'a-model-word' }))
        const spoken = harness.open(at().start(words.say('hi'), { model: 'a-model-word' }), null).begin()
        expect(JSON.stringify([plan, spoken.writes])).toContain('a-model-word')
      })
    })
    remembering(subject, at, when)
    asking(subject, at, when)
    longLived(subject, at, when, here('steer'))
  })
}
