/** `drover doctor`: the daemon's own findings, or, when it cannot be had, what can be seen without it. */
import { DroverError } from '#contract/error'
import type { Client } from '../client.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { paint, paintStatus } from '../print.ts'
import type { DoctorShape } from '../routes.ts'

function describe(context: Context, report: DoctorShape): string {
  const { io } = context
  let section = ''
  const width = Math.max(...report.checks.map((check) => check.name.length))
  const lines = report.checks.map((check) => {
    const head = check.section === section ? '' : `${section === '' ? '' : '\n'}${paint(io, 'bold', check.section)}\n`
    section = check.section
    const hint = check.hint === undefined ? '' : `${' '.repeat(width + 10)}${paint(io, 'dim', check.hint)}\n`
    return `${head}  ${paintStatus(io, check.level)}  ${check.name.padEnd(width)}  ${check.message}\n${hint}`
  })
  const warnings = report.checks.filter((check) => check.level === 'WARN').length
  return `${lines.join('')}\n${report.ok ? 'no failures' : `${report.failures} failed`}, ${warnings} warnings\n`
}

/** null and the reason when there is no daemon to ask. */
async function reach(context: Context): Promise<{ client: Client | null; why: DroverError | null }> {
  try {
    const client = await context.connect()
    await client.call('GET /api/v1/projects')
    return { client, why: null }
  } catch (error) {
    if (!(error instanceof DroverError)) throw error
    return { client: null, why: error }
  }
}

export const doctor: Run = async (context) => {
  const line = context.progress()
  const { client, why } = await reach(context)
  line.step('looking at the machine, the tools and the agents')
  let report: DoctorShape
  try {
    const { localDoctor, withCallerTools } = await import('../doctor.ts')
    if (client) {
      // A person asks: the forge may be asked too, which a page that looks by itself does not.
      const found = await client.call('POST /api/v1/doctor', { body: { fix: context.on('fix') } })
      report = await withCallerTools(context, found)
    } else {
      report = await localDoctor(context, why)
    }
  } finally {
    line.done()
  }
  context.answer(report, () => describe(context, report))
  return report.ok ? 0 : 1
}
