/** What holds for every harness, whatever it can: a simple prompt, a daemon that restarts, strange output, failures. */
import { begun, type Case, finished, need, turn } from './case.ts'
import { evidenceOf, goodResults, kinds, nativeIdOf, replay, resultOf, sameWhereverSplit, textOf } from './hear.ts'
import { must, sameValue, someHolds } from './judge.ts'

const group = 'a simple prompt'

const speaking: readonly Case[] = [
  {
    id: 'answers',
    group,
    name: 'is answered, with the native id before any text and exactly one good result',
    async run({ harness, words }, trial) {
      const run = await turn(trial, words.say('pelican harbour'))
      must(textOf(run.all).includes('pelican harbour'), 'a text that contains "pelican harbour"', said(run.all, run))
      must(goodResults(run) === 1, 'exactly one good result', kinds(run.all))
      must(evidenceOf(run.all).length === 0, 'no evidence of a failure', evidenceOf(run.all))
      const order = kinds(run.all)
      if (harness.can.resume || order.includes('session')) {
        must(nativeIdOf(run) !== '', 'a native id that is not empty', nativeIdOf(run))
        must(order.indexOf('session') < order.indexOf('text'), 'the session before any text', order)
      }
      must(order.lastIndexOf('text') < order.lastIndexOf('result'), 'the result after all text', order)
    },
  },
  {
    id: 'ends-with-input',
    group,
    name: 'ends by itself once its input ends',
    spared: ({ handshake = false }) => (handshake ? 'it answers before it is prompted' : null),
    async run({ words }, trial) {
      const driven = trial.open(words.say('last words'))
      if (driven.plan.stdin.mode === 'followed') driven.closeInput()
      const run = await driven.done
      must(textOf(run.all).includes('last words'), 'a text that contains "last words"', said(run.all, run))
      must(goodResults(run) === 1, 'exactly one good result', kinds(run.all))
    },
  },
  {
    id: 'prompt-hidden',
    group,
    name: 'never shows the prompt in the process list',
    spared: ({ promptByStdin = true }) => (promptByStdin ? null : 'it travels by argv'),
    async run({ words }, trial) {
      const secret = `quiet-${trial.freshId()}`
      const driven = trial.open(words.say(secret))
      const hides = (text: string): boolean => !text.includes(secret)
      must(hides(driven.plan.argv.join('\0')), 'an argv without the prompt', driven.plan.argv)
      must(hides(JSON.stringify(driven.plan.env)), 'an environment without the prompt', Object.keys(driven.plan.env))
      const shown = trial.shown(driven.pid)
      if (shown !== null) must(hides(shown), 'a command line without the prompt', shown)
      const run = await finished(driven)
      must(textOf(run.all).includes(secret), `a text that contains "${secret}"`, said(run.all, run))
    },
  },
]

/** What was said; where that is nothing, what the process wrote and how it ended. */
const said = (events: Parameters<typeof textOf>[0], run: { lines: readonly string[]; exit: object }): unknown => {
  const text = textOf(events)
  return text === '' ? { kinds: kinds(events), lines: run.lines.slice(0, 5), exit: run.exit } : text
}

const strange = ['', 'plain words', '{"cut', '[]', '42', 'null', '{}', '{"type":"no-such-type"}', '\u0000\ufffd']

const surviving: readonly Case[] = [
  {
    id: 'restart-live',
    group: 'a daemon that restarts',
    name: 'live, between any two lines, loses and repeats nothing',
    async run({ words }, trial) {
      const run = await turn(trial, words.tool ?? words.say('over the break'), {}, true)
      must(goodResults(run) === 1, 'exactly one good result', kinds(run.all))
      const sessions = kinds(run.all).filter((kind) => kind === 'session').length
      must(sessions <= 1, 'at most one session event', kinds(run.all))
    },
  },
  {
    id: 'restart-anywhere',
    group: 'a daemon that restarts',
    name: 'gives the same events wherever recorded lines are split',
    async run({ harness, words }, trial) {
      for (const prompt of [words.tool, words.usage?.prompt, words.say('again'), words.fail?.prompt]) {
        if (prompt === undefined) continue
        const start = trial.start(prompt)
        const run = await turn(trial, prompt)
        sameWhereverSplit(harness, start, run.lines, run.exit)
      }
    },
  },
  {
    id: 'noise',
    group: 'strange output',
    name: 'is counted and changes nothing',
    spared: ({ prose = false }) => (prose ? 'every line is text here' : null),
    async run({ harness, words }, trial) {
      const run = await turn(trial, words.say('through the noise'))
      const start = trial.start('x')
      const clean = replay(harness, start, run.lines, run.exit)
      const mixed = run.lines.flatMap((line) => [...strange, line])
      const got = replay(harness, start, mixed, run.exit)
      must(sameValue(got.events, clean.events), 'the same events with foreign lines between', got.events)
      must(got.noise >= run.lines.length * 2, `at least ${run.lines.length * 2} lines counted as noise`, got.noise)
    },
  },
  {
    id: 'huge-line',
    group: 'strange output',
    name: 'may hold a line of 5 MB',
    async run({ harness, words }, trial) {
      const long = 'x'.repeat(5_000_000)
      const dialogue = harness.open(trial.start('x'), null)
      dialogue.begin()
      for (const line of [long, `{"type":"${long}"}`, `{"type":"text","text":"${long}`]) dialogue.hear(line)
      if (words.huge === undefined) return
      const run = await turn(trial, words.huge(5_000_000))
      const longest = Math.max(...run.lines.map((line) => line.length))
      must(longest >= 5_000_000, 'a line of 5,000,000 characters', longest)
      must(textOf(run.all).length >= 5_000_000, 'a text of 5,000,000 characters', textOf(run.all).length)
      must(goodResults(run) === 1, 'exactly one good result', kinds(run.all))
    },
  },
]

const failing: readonly Case[] = [
  {
    id: 'failure',
    group: 'a failure',
    name: 'gives evidence and no good result',
    needs: ['fail'],
    async run({ words }, trial) {
      const { prompt, model, evidence = {} } = need(words.fail, 'fail')
      const run = await turn(trial, prompt, model === undefined ? {} : { model })
      must(goodResults(run) === 0, 'no good result of a turn that fails', kinds(run.all))
      const found = evidenceOf(run.all)
      must(someHolds(found, evidence), `evidence that holds ${JSON.stringify(evidence)}`, found)
    },
  },
  {
    id: 'killed',
    group: 'a failure',
    name: 'of a process killed in the middle gives evidence and no good result',
    needs: ['endless'],
    async run({ words }, trial) {
      const endless = need(words.endless, 'endless')
      const driven = await begun(trial.open(endless.prompt), endless)
      driven.kill('SIGKILL')
      const run = await driven.done
      const { exit } = run
      must(exit.signal === 'SIGKILL', 'a process that still ran when it was killed (`endless` must last)', exit)
      must(resultOf(run.all) !== 'ok', 'no good result of a process that was killed', kinds(run.all))
      const wanted = { channel: 'exit', signal: 'SIGKILL' } as const
      must(someHolds(evidenceOf(run.all), wanted), 'evidence of the signal that ended it', evidenceOf(run.all))
    },
  },
  {
    id: 'vanished',
    group: 'a failure',
    name: 'of a process that vanished is a failure too',
    async run({ harness, words }, trial) {
      const dialogue = harness.open(trial.start(words.say('x')), null)
      dialogue.begin()
      const closing = dialogue.end({ code: null, signal: null, stderrTail: '', how: 'vanished' })
      must(resultOf(closing) !== 'ok', 'no good result of a process that vanished', kinds(closing))
      must(evidenceOf(closing).length > 0, 'some evidence', kinds(closing))
    },
  },
]

export const turnCases: readonly Case[] = [...speaking, ...surviving, ...failing]
