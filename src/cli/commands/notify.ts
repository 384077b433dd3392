/** `drover notify ls | test | rm`: what rings when an agent needs somebody, and whether it does. */
import { DroverError } from '#contract/error'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { age, harmless, oneLine, paint, paintStatus, table } from '../print.ts'
import type { Answer } from '../routes.ts'

type Targets = Answer<'GET /api/v1/notify'>
type Rings = Answer<'GET /api/v1/notify/rings'>

const nothing = `nothing rings yet. Turn notifications on in the cockpit's settings, or add to your own config.toml:

  [notify.to.phone]
  type = "ntfy"
  url = "https://ntfy.sh/a-topic-nobody-guesses"
`

function describe(context: Context, { targets, kinds }: Targets, { rings }: Rings): string {
  const { io } = context
  if (targets.length === 0) return nothing
  const now = Date.now()
  const places = targets.map((one) => [
    one.name,
    one.type,
    one.state === 'failing' ? paint(io, 'red', 'failing') : paintStatus(io, one.state),
    one.lastSentAt === null ? '-' : age(one.lastSentAt, now),
    kindsOf(one.kinds, kinds),
    oneLine(one.error ?? one.where, 60),
  ])
  const sent = rings
    .slice(0, 10)
    .map((ring) => [
      ring.kind,
      ring.to,
      ring.state === 'failed' ? paint(io, 'red', ring.state) : ring.state,
      age(ring.createdAt, now),
      oneLine(ring.error ?? ring.title, 60),
    ])
  const shown = table(io, ['NAME', 'TYPE', 'STATE', 'LAST', 'KINDS', 'WHERE'], places)
  return sent.length === 0 ? shown : `${shown}\n${table(io, ['KIND', 'TO', 'STATE', 'AGE', 'WHAT'], sent)}`
}

/** The shorter way to say it. */
function kindsOf(chosen: readonly string[], all: readonly string[]): string {
  const missing = all.filter((kind) => !chosen.includes(kind))
  if (missing.length === 0) return 'all'
  return missing.length < chosen.length ? `all but ${missing.join(', ')}` : chosen.join(', ') || 'none'
}

export const ls: Run = async (context) => {
  const client = await context.connect()
  const [found, rings] = await Promise.all([
    client.call('GET /api/v1/notify'),
    client.call('GET /api/v1/notify/rings', { query: { limit: 50 } }),
  ])
  context.answer({ targets: found.targets, kinds: found.kinds, ...rings }, () => describe(context, found, rings))
  return 0
}

export const test: Run = async (context) => {
  const client = await context.connect()
  const to = context.flag('to')
  const answer = await client.call('POST /api/v1/notify/test', { body: to === undefined ? {} : { to } })
  context.answer(answer, () =>
    answer.results
      .map(({ name, error }) =>
        error === null
          ? `${name}: ${paint(context.io, 'green', 'sent')}\n`
          : `${name}: ${paint(context.io, 'red', 'failed')}: ${harmless(error)}\n`,
      )
      .join(''),
  )
  return answer.results.every(({ ok }) => ok) ? 0 : 1
}

export const rm: Run = async (context) => {
  const client = await context.connect()
  const name = context.args[0] ?? ''
  const { targets } = await client.call('GET /api/v1/notify')
  const found = targets.find((one) => one.name === name)
  if (found !== undefined && found.subscription === null)
    throw new DroverError('USAGE', `"${name}" stands in your config.toml`, {
      hint: `Take [notify.to.${name}] out of it.`,
    })
  if (found?.subscription == null)
    throw new DroverError('SUBSCRIPTION_NOT_FOUND', `no page is called "${name}"`, {
      hint: 'List them: drover notify ls',
    })
  const answer = await client.call('DELETE /api/v1/notify/subscriptions/{id}', {
    path: { id: found.subscription },
  })
  context.answer(answer, () => `${name} rings no more\n`)
  return 0
}
