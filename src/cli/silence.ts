/**
 * Watches over a request that gets no answer. Long work is no silence: beside the request the daemon is asked whether it is
 * there at all. A daemon whose process is stopped ends the command; one that is only busy is told, and waited for, up to a
 * bound. Owns when and what is said; bytes are `wire.ts`, the daemon's state is `daemon-state.ts`.
 */
import { DroverError } from '#contract/error'
import { isStopped } from './home.ts'
import type { Address } from './http.ts'

/** The first look, the patience of each look, and the rest between looks: a command says something within five seconds. */
const times = { firstMs: 1500, lookMs: 2000, everyMs: 2000, giveUpMs: 60_000 } as const

export type Times = Record<keyof typeof times, number>

export interface Watch {
  /** Aborted, with what to tell, once waiting makes no sense. */
  readonly signal: AbortSignal
  /** The daemon has the whole request and may carry it out later; given up before, it never does. */
  readonly handed: () => void
  end(): void
}

/** `ask`: does the daemon answer anything at all within so many milliseconds? */
export function watchSilence(
  address: Address,
  ask: (timeoutMs: number) => Promise<boolean>,
  bounds: Times = times,
): Watch {
  const giveUp = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let ended = false
  let silentFrom: number | null = null
  let told = false
  let handed = false

  const again = (ms: number): void => {
    if (!ended) timer = setTimeout(() => void look(), ms)
  }
  const look = async (): Promise<void> => {
    const begun = Date.now()
    const there = await ask(bounds.lookMs)
    if (ended) return
    if (there) {
      silentFrom = null
      return again(bounds.everyMs)
    }
    silentFrom ??= begun
    if (address.pid !== undefined && isStopped(address.pid))
      return giveUp.abort(unresponsive(address, 'stopped', handed))
    if (Date.now() - silentFrom >= bounds.giveUpMs) return giveUp.abort(unresponsive(address, 'silent', handed))
    if (!told) {
      told = true
      const { message, code, hint } = unresponsive(address, 'silent', handed)
      address.say?.(`${message}, waiting (${code})\n${hint}\n`)
    }
    again(bounds.everyMs)
  }
  again(bounds.firstMs)
  return {
    signal: giveUp.signal,
    handed: () => {
      handed = true
    },
    end() {
      ended = true
      clearTimeout(timer)
    },
  }
}

/** What is known of a daemon that says nothing, and what to do. `handed`: it has the request already. */
export function unresponsive(address: Pick<Address, 'pid'>, how: 'stopped' | 'silent', handed = false): DroverError {
  const { pid } = address
  const who = pid === undefined ? 'the daemon' : `the daemon (pid ${pid})`
  const replace =
    pid === undefined
      ? 'Ask the operator to look at it with `drover status`.'
      : `\`kill -9 ${pid}\` and \`drover start\` replace it; agents go on meanwhile.`
  const done = handed ? 'It may still do what was asked: look before you repeat it.' : 'It has not taken the request.'
  if (how === 'stopped') {
    return new DroverError('DAEMON_UNRESPONSIVE', `${who} does not answer: its process is stopped`, {
      hint: `${done} Let it go on with \`kill -CONT ${pid}\`. ${replace}`,
    })
  }
  return new DroverError('DAEMON_UNRESPONSIVE', `${who} does not answer: it is stopped or has too much to do`, {
    hint: `${done} \`drover logs\` shows what it does. ${replace}`,
  })
}
