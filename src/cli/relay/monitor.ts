/**
 * The relay in the terminal: lines that are rewritten in place, keys that steer it, and on anything else than a terminal
 * plain lines without an escape. Leaving it leaves the relay at work. Rendering is `core/relay/show-*`.
 */
import type { Change } from '#contract/change'
import type { Relay, Try } from '#contract/relay'
import { endedLine } from '#core/relay/show-end'
import type { RelayFacts } from '#core/relay/show-facts'
import { block, type Hands, headerOf, type Sight, waitingWords } from '#core/relay/show-monitor'
import { flat, type Line } from '#core/relay/show-words'
import type { Client } from '../client.ts'
import type { Context } from '../context.ts'
import { listen, type Pressed } from './keys.ts'
import { createScreen, heightOf, painted, widthOf } from './screen.ts'
import { type Armed, press, steer } from './steer.ts'
import { watchRelay } from './watch-relay.ts'

/** null: the person left, and the relay goes on. */
export type Watched = RelayFacts | null

const two = (n: number): string => String(n).padStart(2, '0')

/** Another day is named too. */
export function clockHere(at: string): string {
  const time = new Date(at)
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}`
  const today = new Date().toDateString() === time.toDateString()
  return today ? clock : `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${clock}`
}

const sight = (): Sight => ({ width: widthOf(), height: heightOf(), now: Date.now(), clock: clockHere })

export const watch = (context: Context, client: Client, relay: Relay): Promise<Watched> =>
  context.io.outTty && !context.json ? onTerminal(context, client, relay) : inLines(context, client, relay)

/** What ends the watching: the relay, or whoever leaves. Ctrl+C as a signal is the key of the same name. */
function leaving(quit: () => void) {
  const left = new AbortController()
  const leave = () => left.abort()
  process.on('SIGINT', quit)
  process.on('SIGTERM', leave)
  process.on('SIGHUP', leave)
  return {
    signal: left.signal,
    leave,
    end() {
      process.off('SIGINT', quit)
      process.off('SIGTERM', leave)
      process.off('SIGHUP', leave)
    },
  }
}

async function onTerminal(context: Context, client: Client, relay: Relay): Promise<Watched> {
  const screen = createScreen(context.io)
  let facts: RelayFacts | null = null
  let armed: Armed | null = null
  let said: { readonly text: string; readonly until: number } | null = null
  let lost = false
  let over = false
  const hands = (now: number): Hands => ({
    keys: context.io.inTty,
    armed,
    said: lost ? 'the daemon does not answer; trying again' : said !== null && said.until > now ? said.text : null,
  })
  const draw = () => {
    if (facts === null || over) return
    const seen = sight()
    screen.draw(block(facts, hands(seen.now), seen))
  }
  const say = (text: string) => {
    said = { text, until: Date.now() + 4_000 }
    draw()
  }
  const onKey = (key: Pressed) => {
    if (key === 'detach') return gone.leave()
    const pressed = press(armed, key, Date.now())
    armed = pressed.armed
    if (pressed.go && facts !== null) void steer(client, facts.relay, key).then(say, (error) => say(String(error)))
    draw()
  }
  const gone = leaving(() => onKey('quit'))
  const release = context.io.inTty ? listen(onKey) : () => undefined
  const timer = setInterval(draw, 1_000)
  process.stdout.on('resize', draw)
  const soon = throttled(draw)
  try {
    const last = await watchRelay(client, relay.id, gone.signal, {
      changed(now, change) {
        facts = now
        const line = change === null ? null : keptLine(change, relay.id, sight().width)
        if (line === null) return soon.call()
        screen.keep([line])
        draw()
      },
      lost(is) {
        lost = is
        draw()
      },
    })
    return gone.signal.aborted ? null : last
  } finally {
    over = true
    soon.end()
    clearInterval(timer)
    process.stdout.off('resize', draw)
    release()
    gone.end()
    screen.clear()
  }
}

/** A burst of events is one picture. */
function throttled(work: () => void) {
  let timer: NodeJS.Timeout | null = null
  return {
    call() {
      timer ??= setTimeout(() => {
        timer = null
        work()
      }, 100)
    },
    end() {
      if (timer !== null) clearTimeout(timer)
    },
  }
}

/** What stays on the screen: the end of a try of this relay. */
function keptLine(change: Change, relayId: string, width: number | null): Line | null {
  if (change.type !== 'try_ended' || change.payload.relayId !== relayId) return null
  return endedLine(change.payload, width)
}

/** Plain lines as things happen; with --json nothing, until the end. */
async function inLines(context: Context, client: Client, relay: Relay): Promise<Watched> {
  const { io } = context
  let armed: Armed | null = null
  let facts: RelayFacts | null = null
  const note = (text: string) => void (context.json || io.err(`${text}\n`))
  const gone = leaving(() => {
    const pressed = press(armed, 'quit', Date.now())
    armed = pressed.armed
    if (!pressed.go) return note('interrupt again within 4 s to end the relay; without that it goes on')
    if (facts !== null) void steer(client, facts.relay, 'quit').then(note, (error) => note(String(error)))
  })
  let told = ''
  const started = new Set<number>()
  const begin = (now: RelayFacts, one: Try) => {
    if (started.has(one.n) || one.outcome !== null) return
    started.add(one.n)
    io.out(`${headerOf(now.relay, one, 0, { width: 1_000, clock: clockHere }).text}\n`)
  }
  try {
    const last = await watchRelay(client, relay.id, gone.signal, {
      changed(now, change) {
        facts = now
        if (context.json) return
        for (const one of now.tries.values()) begin(now, one)
        const line = change === null ? null : keptLine(change, relay.id, null)
        if (line !== null) io.out(`${painted(io, line)}\n`)
        const state = stateWords(now.relay)
        if (state !== told && state !== '') io.out(`${state}\n`)
        told = state
      },
      lost: (is) => note(is ? 'the daemon does not answer; trying again' : 'the daemon answers again'),
    })
    return gone.signal.aborted ? null : last
  } finally {
    gone.end()
  }
}

/** Waiting and resting, said once; a countdown has no place in a log. */
function stateWords(relay: Relay): string {
  if (relay.state === 'paused') return `paused${relay.notes.length === 0 ? '' : `: ${flat(relay.notes.at(-1)!)}`}`
  if (relay.state !== 'waiting' || relay.waitingFor === null) return ''
  return (waitingWords(relay, { now: Date.parse(relay.updatedAt), clock: clockHere }) ?? '').replace(/ \([^)]*\)/, '')
}
