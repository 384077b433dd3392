/**
 * `drover harness check`: the conformance cases on one's own agent, a line a case. Says before that models are called and
 * wants a yes for it. The cases and the processes are another program's (`dist/harness-check.mjs`), loaded by this one only.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DroverError, type ErrorCode } from '#contract/error'
import type { CaseReport, CheckMessage, CheckRequest } from '#contract/harness-check'
import { confirm, wholeNumber } from '../ask.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { harmless, oneLine, paint } from '../print.ts'

type Ready = Extract<CheckMessage, { type: 'ready' }>

export const check: Run = async (context) => {
  const request: CheckRequest = {
    name: context.args[0]!,
    model: context.flag('model') ?? null,
    only: context.flag('only') ?? null,
    timeoutMs: (wholeNumber(context, 'timeout') ?? 120) * 1000,
  }
  const program = join(context.root, 'dist', 'harness-check.mjs')
  const child = spawn(process.execPath, [program, JSON.stringify(request)], {
    cwd: context.cwd,
    env: context.env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  // The other one tidies up, and its end is ours. A terminal tells both; twice does no harm.
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, pass)
  try {
    return await listen(context, child)
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, pass)
    child.stdin.destroy()
  }
}

async function listen(context: Context, child: ChildProcess): Promise<number> {
  const reports: CaseReport[] = []
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  // A child that is gone before it hears us says why by its exit.
  child.stdin?.on('error', () => undefined)
  const line = context.progress()
  let ready: Ready | null = null
  try {
    for await (const text of createInterface({ input: child.stdout! })) {
      const message = JSON.parse(text) as CheckMessage
      if (message.type === 'refused') throw refusal(message)
      if (message.type === 'ready') {
        ready = message
        if (!(await agreed(context, message))) return 1
        child.stdin?.write('go on\n')
      } else if (message.type === 'begin' && context.io.errTty)
        line.step(`${message.n} of ${ready?.cases ?? '?'}: ${message.group}: ${message.name}`)
      else if (message.type === 'case') {
        reports.push(message.report)
        line.done()
        if (!context.json) context.io.out(told(context, message.report))
      }
    }
  } finally {
    line.done()
  }
  if ((await ended) !== 0 || ready === null) {
    throw new DroverError('INTERNAL_ERROR', 'the check was broken off before its end', {
      hint: 'Run it again; what it had started is ended and its temporary directory removed.',
    })
  }
  return summary(context, ready, reports)
}

const refusal = ({ code, message, hint }: Extract<CheckMessage, { type: 'refused' }>): DroverError =>
  new DroverError(code as ErrorCode, message, hint === null ? {} : { hint })

/** Model calls cost somebody something: a person says yes, or a script says --yes. */
async function agreed(context: Context, ready: Ready): Promise<boolean> {
  const { io } = context
  if (!context.json) io.out(`${ready.harness}${ready.version === null ? '' : ` ${ready.version}`}: ${ready.message}\n`)
  if (!ready.models || context.on('yes')) return true
  const what = `${ready.cases} cases make about ${ready.cases * 2} turns of ${ready.harness}, each a call of its model, in a temporary repository and with your own account.`
  if (!io.inTty || !io.errTty || context.json)
    throw new DroverError('USAGE', what, { hint: 'Say `--yes` where nobody can be asked; `--only` runs fewer cases.' })
  return confirm(context, `${what}\nGo on?`)
}

const words = { ok: 'ok     ', failed: 'FAILED ', skipped: 'skipped' } as const
const styles = { ok: 'green', failed: 'red', skipped: 'dim' } as const

function told(context: Context, report: CaseReport): string {
  const { io } = context
  const took = report.state === 'skipped' ? '' : paint(io, 'dim', ` ${(report.durationMs / 1000).toFixed(1)} s`)
  const why = report.reason === undefined ? '' : paint(io, 'dim', ` (${report.reason})`)
  const head = `${paint(io, styles[report.state], words[report.state])} ${report.id}: ${report.group}: ${report.name}${why}${took}\n`
  if (report.state !== 'failed') return head
  return `${head}          expected  ${harmless(report.expected ?? '')}\n          seen      ${oneLine(report.seen ?? '', 1000)}\n`
}

function summary(context: Context, ready: Ready, reports: readonly CaseReport[]): number {
  const count = (state: CaseReport['state']): number => reports.filter((one) => one.state === state).length
  const [passed, failed, skipped] = [count('ok'), count('failed'), count('skipped')]
  const shape = {
    harness: ready.harness,
    version: ready.version,
    ok: failed === 0,
    passed,
    failed,
    skipped,
    cases: reports,
  }
  if (context.json) context.answer(shape, () => '')
  else context.io.out(`${ready.harness}: ${passed} ok, ${failed} failed, ${skipped} skipped\n`)
  return failed === 0 ? 0 : 1
}
