/** What a harness declares, proven: tools, usage, thinking, parts of messages, models, memory. */
import type { Start } from '#ports/harness'
import type { Run, Trial } from '#ports/trial'
import { type Case, declared, here, need, turn } from './case.ts'
import { evidenceOf, goodResults, kinds, nativeIdOf, textOf, usageOf } from './hear.ts'
import { must, sameValue, someHolds } from './judge.ts'
import type { Subject } from './subject.ts'

const parts = 'several words that come in several parts'

const abilities: readonly Case[] = [
  {
    id: 'tools',
    group: 'abilities',
    name: 'reports each tool call with its result',
    needs: ['tool'],
    spared: declared('tools', (can) => can.tools),
    async run({ words }, trial) {
      const run = await turn(trial, need(words.tool, 'tool'))
      const calls = run.all.flatMap((event) => (event.kind === 'tool' ? [event.callId] : []))
      const results = run.all.flatMap((event) => (event.kind === 'tool_result' ? [event.callId] : []))
      must(calls.length > 0, 'at least one tool call', kinds(run.all))
      must(new Set(calls).size === calls.length, 'tool calls with ids of their own', calls)
      must(sameValue(results.toSorted(), calls.toSorted()), 'one result for each tool call', { calls, results })
      for (const id of calls) {
        const order = run.all.map((event) => ('callId' in event && event.callId === id ? event.kind : null))
        must(order.indexOf('tool') < order.indexOf('tool_result'), 'the call before its result', kinds(run.all))
      }
      must(goodResults(run) === 1, 'exactly one good result', kinds(run.all))
    },
  },
  {
    id: 'usage',
    group: 'abilities',
    name: 'reports usage as deltas over two turns',
    needs: ['usage'],
    spared: declared('usage', (can) => can.usage !== 'none'),
    run: usageCase,
  },
  {
    id: 'thinking',
    group: 'abilities',
    name: 'reports thinking',
    needs: ['thinking'],
    spared: declared('thinking', (can) => can.thinking),
    async run({ words }, trial) {
      const run = await turn(trial, need(words.thinking, 'thinking'))
      const thought = run.all.some((event) => event.kind === 'thinking' && event.text !== '')
      must(thought, 'a thinking event with text', kinds(run.all))
    },
  },
  {
    id: 'deltas',
    group: 'abilities',
    name: 'streams parts of a message that then arrives whole',
    spared: declared('deltas here', (_, subject) => here(subject, 'deltas')),
    async run({ words }, trial) {
      const run = await turn(trial, words.say(parts))
      const live = run.deltas.flatMap((delta) => (delta.kind === 'text' ? [delta.text] : [])).join('')
      must(live.includes(parts), `parts that together contain "${parts}"`, live)
      must(textOf(run.all).includes(parts), `a whole text that contains "${parts}"`, textOf(run.all))
    },
  },
  {
    id: 'models',
    group: 'abilities',
    name: 'passes the model on',
    spared: declared('models at launch', (can, subject) => can.models && subject.modelInSession !== true),
    async run({ harness, words }, trial) {
      const plan = harness.plan(trial.start(words.say('hi'), { model: 'a-model-word' }))
      const spoken = harness.open(trial.start(words.say('hi'), { model: 'a-model-word' }), null).begin()
      const told = JSON.stringify([plan, spoken.writes])
      must(told.includes('a-model-word'), 'the model in the argv, the environment or the first words', plan.argv)
    },
  },
]

async function usageCase({ harness: { can }, words }: Subject, trial: Trial): Promise<void> {
  const { prompt, each } = need(words.usage, 'usage')
  const first = await turn(trial, prompt)
  // `previous`: what the last launch's dialogue saved, for tools that report totals of the whole conversation.
  const next = { previous: first.saved, ...(can.resume ? { resume: nativeIdOf(first) } : {}) }
  const second = await turn(trial, prompt, next)
  const [one, two] = [usageOf(first.all), usageOf(second.all)]
  must((one.output ?? 0) > 0, 'output tokens of the first turn', one)
  if (can.usage === 'tokens+cost') must((one.costUsd ?? 0) > 0, 'a cost of the first turn', one)
  if (each !== undefined) {
    for (const sum of [one, two]) must(someHolds([sum], each), `a usage of ${JSON.stringify(each)} each turn`, sum)
    return
  }
  // Totals would at least double; a delta of the same work does not.
  const seen = { first: one, second: two }
  must((two.output ?? 0) > 0, 'output tokens of the second turn', seen)
  must((two.output ?? 0) < (one.output ?? 0) * 1.9, 'what the second turn added, not a total of both', seen)
  if (one.costUsd !== null)
    must((two.costUsd ?? 0) < one.costUsd * 1.9, 'what the second turn cost, not both together', seen)
}

const tell = (subject: Subject, trial: Trial, word: string, over: Partial<Start> = {}): Promise<Run> =>
  turn(trial, need(subject.words.remember, 'remember')(word), over)
const recall = (subject: Subject, trial: Trial, over: Partial<Start> = {}): Promise<Run> =>
  turn(trial, need(subject.words.recall, 'recall'), over)

const resumes = declared('resume', (can) => can.resume)

const memory: readonly Case[] = [
  {
    id: 'resume',
    group: 'memory',
    name: 'comes back through a resume, and only so',
    needs: ['remember', 'recall'],
    spared: resumes,
    async run(subject, trial) {
      const word = `heron${trial.freshId().slice(0, 5)}`
      const told = await tell(subject, trial, word)
      const resumed = await recall(subject, trial, { resume: nativeIdOf(told) })
      must(textOf(resumed.all).includes(word), `the codeword "${word}" after a resume`, textOf(resumed.all))
      must(nativeIdOf(resumed) === nativeIdOf(told), `the same native id, ${nativeIdOf(told)}`, nativeIdOf(resumed))
      const fresh = textOf((await recall(subject, trial)).all)
      must(!fresh.includes(word), 'no codeword in a conversation of its own', fresh)
    },
  },
  {
    id: 'resume-unknown',
    group: 'memory',
    name: 'of an unknown conversation is context lost, not a fresh start',
    needs: ['recall'],
    spared: resumes,
    async run(subject, trial) {
      const run = await recall(subject, trial, { resume: trial.freshId() })
      must(goodResults(run) === 0, 'no good result of a conversation that nobody knows', kinds(run.all))
      const wanted = subject.words.lost ?? { stated: 'context_lost' }
      const found = evidenceOf(run.all)
      must(someHolds(found, wanted), `evidence that holds ${JSON.stringify(wanted)}`, found)
    },
  },
  {
    id: 'fork',
    group: 'memory',
    name: 'goes along into a fork and leaves the original as it was',
    needs: ['remember', 'recall'],
    spared: declared('fork', (can) => can.fork),
    async run(subject, trial) {
      const told = await tell(subject, trial, 'stork')
      const forked = await recall(subject, trial, { resume: nativeIdOf(told), fork: true })
      must(textOf(forked.all).includes('stork'), 'the codeword "stork" in the fork', textOf(forked.all))
      must(nativeIdOf(forked) !== nativeIdOf(told), 'a native id of its own', nativeIdOf(forked))
      await tell(subject, trial, 'ibis', { resume: nativeIdOf(forked) })
      const original = textOf((await recall(subject, trial, { resume: nativeIdOf(told) })).all)
      must(original.includes('stork') && !original.includes('ibis'), '"stork" and no "ibis" in the original', original)
    },
  },
]

const codeword = (word: string): string => `The codeword of your role is ${word}. Say it when you are asked for it.`

const instructions: readonly Case[] = [
  {
    id: 'instructions',
    group: 'instructions',
    name: 'are there in the first turn, after a resume, and as they are by then',
    needs: ['instructed'],
    async run({ harness, words }, trial) {
      const prompt = need(words.instructed, 'instructed')
      const hear = async (word: string, over: Partial<Start>, when: string): Promise<Run> => {
        const run = await turn(trial, prompt, { ...over, instructions: codeword(word) })
        must(textOf(run.all).includes(word), `the codeword "${word}" of the instructions ${when}`, textOf(run.all))
        return run
      }
      const on = (run: Run): Partial<Start> => ({ resume: nativeIdOf(run), previous: run.saved })
      const [word, other] = [`crane${trial.freshId().slice(0, 5)}`, `stilt${trial.freshId().slice(0, 5)}`]
      const first = await hear(word, {}, 'in the first turn')
      if (!harness.can.resume) return
      const again = await hear(word, on(first), 'after a resume')
      await hear(other, on(again), 'that are others by now')
    },
  },
]

export const abilityCases: readonly Case[] = [...abilities, ...memory, ...instructions]
