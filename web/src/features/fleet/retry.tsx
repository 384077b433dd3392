/** Trying again where a session failed: the same words to the same agent, or to another one that is ready here. */

import { type ReactNode, useEffect } from 'react'
import type { Session } from '#contract/session'
import type { ApiError } from '../../api/call.ts'
import { allHarnesses, retry } from '../../api/calls.ts'
import { noteSession } from '../../live/cockpit.ts'
import { createStore, useStore } from '../../live/store.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, type MenuEntry } from '../../ui/dialog.tsx'
import { say } from '../../ui/said.ts'
import { useAction } from '../../ui/use-action.ts'

/** Somebody should be able to try again where it stands: nothing else is about to begin there. */
export const canRetry = (s: Session): boolean => s.status === 'failed' && s.queued === 0

interface Agent {
  readonly id: string
  readonly name: string
}

/** Those that were seen ready; read once for the whole page, when the first failure is shown. */
const agents = createStore<readonly Agent[]>([])
let asked = false

async function readAgents(): Promise<void> {
  if (asked) return
  asked = true
  // Without the list there is still the same agent to try.
  const all = await allHarnesses().catch(() => [])
  agents.set(all.filter(({ readiness }) => readiness?.state === 'ready').map(({ id, name }) => ({ id, name })))
}

async function again(session: Session, agent?: Agent): Promise<void> {
  try {
    const { delivery, session: now } = await retry(session.id, agent === undefined ? {} : { agent: agent.id })
    noteSession(now)
    const who = agent === undefined ? '' : ` with ${agent.name}`
    if (delivery.state === 'refused') say(`${session.title} was not tried again: ${delivery.message}`)
    else say(`${session.title} ${delivery.state === 'queued' ? 'waits to try' : 'tries'} again${who}`)
  } catch (cause) {
    const { message, hint } = cause as ApiError
    say(`${message}${hint === undefined ? '' : ` ${hint}`}`)
  }
}

export function Retry({ session, look }: { readonly session: Session; readonly look?: 'main' }): ReactNode {
  const others = useStore(agents, (all) => all)
  const trying = useAction((agent?: Agent) => again(session, agent))
  useEffect(() => void readAgents(), [])
  const entries: readonly MenuEntry[] = others
    .filter(({ id }) => id !== session.harness)
    .map((agent) => ({ label: `Try with ${agent.name}`, onPick: () => void trying.run(agent) }))
  return (
    <div className="retry row">
      <Button
        look={look ?? 'plain'}
        busy={trying.busy}
        aria-label={`Retry ${session.title}`}
        onClick={() => void trying.run()}
      >
        Retry
      </Button>
      <Menu label={`Retry ${session.title} with another agent`} entries={entries} />
    </div>
  )
}
