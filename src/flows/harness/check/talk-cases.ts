/** A harness that can be spoken to while it works: permissions, questions, further prompts, an interrupt, a steer. */
import type { Start } from '#ports/harness'
import type { Run, SpokenOf, Trial } from '#ports/trial'
import { begun, type Case, declared, finished, here, livesForSession, need, turn } from './case.ts'
import { evidenceOf, goodResults, kinds, textOf } from './hear.ts'
import { CaseFailed, must } from './judge.ts'

const group = 'permissions and questions'
const running = 'a running turn'

interface Asked {
  readonly request: SpokenOf<'request'>
  readonly run: Run
}

async function answered(
  trial: Trial,
  prompt: string,
  over: Partial<Start>,
  answer: { readonly decision: string | null; readonly text: string | null },
): Promise<Asked> {
  const driven = trial.open(prompt, over, true)
  // A process for the whole session would wait for ever for the next prompt.
  const unasked = driven.untilTurns(1).then((): never => {
    throw new CaseFailed('a request before it goes on', 'a turn that ended without one')
  })
  const request = await Promise.race([driven.until('request'), unasked])
  driven.say({ type: 'answer', requestId: request.requestId, ...answer })
  return { request, run: await finished(driven) }
}

const prompt = (text: string) => ({ type: 'prompt', text, source: 'operator', model: null }) as const

const asking: readonly Case[] = [
  {
    id: 'questions',
    group,
    name: 'asks, waits, and takes the answer in',
    needs: ['ask'],
    spared: declared('questions', (can) => can.questions),
    async run({ words }, trial) {
      const { request, run } = await answered(
        trial,
        need(words.ask, 'ask'),
        {},
        { decision: null, text: 'the blue one' },
      )
      must(request.type === 'question', 'a request of the type question', request)
      must(textOf(run.all).includes('the blue one'), 'the answer in what it says', textOf(run.all))
      must(goodResults(run) === 1, 'exactly one good result', kinds(run.all))
    },
  },
  {
    id: 'ask-mode',
    group,
    name: 'acts only once allowed, and not when denied',
    needs: ['write'],
    spared: declared('ask mode', (can) => can.permissions.includes('ask')),
    async run({ words }, trial) {
      const write = need(words.write, 'write')
      const over = { permissions: 'ask' } as const
      const yes = await answered(trial, write('allowed.txt'), over, { decision: 'allow', text: null })
      must(yes.request.type === 'approval', 'a request of the type approval', yes.request)
      const options = yes.request.options ?? []
      must(options.includes('allow') && options.includes('deny'), 'the options allow and deny', options)
      must(trial.wrote('allowed.txt'), 'the file that was allowed', 'none')
      await answered(trial, write('denied.txt'), over, { decision: 'deny', text: null })
      must(!trial.wrote('denied.txt'), 'no file that was denied', 'denied.txt')
    },
  },
  {
    id: 'read-only',
    group,
    name: 'writes nothing in read-only mode',
    needs: ['write'],
    spared: declared('read-only mode', (can) => can.permissions.includes('read-only')),
    async run({ words }, trial) {
      const run = await turn(trial, need(words.write, 'write')('forbidden.txt'), { permissions: 'read-only' })
      must(!trial.wrote('forbidden.txt'), 'no file in read-only mode', 'forbidden.txt')
      must(run.turnsEnded + goodResults(run) > 0, 'a turn that ends', kinds(run.all))
    },
  },
  {
    id: 'bypass',
    group,
    name: 'writes in bypass mode without asking',
    async run({ words }, trial) {
      const run = await turn(trial, need(words.write, 'write')('plain.txt'))
      must(!kinds(run.all).includes('request'), 'no request in bypass mode', kinds(run.all))
      must(trial.wrote('plain.txt'), 'the file plain.txt in the workspace', textOf(run.all))
    },
    spared: ({ words }) => (words.write === undefined ? 'no words are known that make it write' : null),
  },
]

const longLived: readonly Case[] = [
  {
    id: 'second-prompt',
    group: running,
    name: 'takes a second prompt in the same process',
    spared: declared('a process for the whole session', (_, subject) => livesForSession(subject)),
    async run({ words }, trial) {
      const driven = trial.open(words.say('first'), {}, true)
      await driven.untilTurns(1)
      driven.say(prompt(words.say('second')))
      await driven.untilTurns(2)
      driven.closeInput()
      const run = await driven.done
      must(/first[\s\S]*second/.test(textOf(run.all)), '"first", then "second"', textOf(run.all))
      must(goodResults(run) === 2, 'two good results', kinds(run.all))
      must(evidenceOf(run.all).length === 0, 'no evidence of a failure', evidenceOf(run.all))
    },
  },
  {
    id: 'interrupt',
    group: running,
    name: 'ends at an interrupt',
    needs: ['endless'],
    spared: declared(
      'interrupt within a long-lived process',
      (can, subject) => can.interrupt && livesForSession(subject),
    ),
    async run({ words }, trial) {
      const endless = need(words.endless, 'endless')
      const driven = await begun(trial.open(endless.prompt, {}, true), endless)
      driven.say({ type: 'interrupt' })
      await driven.untilTurns(1)
      driven.say(prompt(words.say('still here')))
      await driven.untilTurns(2)
      driven.closeInput()
      const run = await driven.done
      must(textOf(run.all).includes('still here'), 'a text that contains "still here"', textOf(run.all))
      must(goodResults(run) === 1, 'exactly one good result', kinds(run.all))
    },
  },
  {
    id: 'steer',
    group: running,
    name: 'takes words in',
    needs: ['steer', 'endless'],
    spared: declared('steer here', (_, subject) => here(subject, 'steer')),
    async run({ words }, trial) {
      const steer = need(words.steer, 'steer')
      const endless = need(words.endless, 'endless')
      const driven = trial.open(steer.during ?? endless.prompt, {}, true)
      if (steer.during === undefined) await begun(driven, endless)
      else await driven.until('tool')
      driven.say({ type: 'steer', text: steer.words })
      await driven.until('text', (event) => event.text.includes(steer.text))
      driven.kill('SIGKILL')
      await driven.done
    },
  },
]

export const talkCases: readonly Case[] = [...asking, ...longLived]
