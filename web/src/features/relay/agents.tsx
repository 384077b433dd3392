/** What is thought of each agent: its state and until when, how often it succeeds, how long it takes, what it cost. */
import type { ReactNode } from 'react'
import type { AgentStanding } from '#contract/relay'
import { resetAgent } from '../../api/relay-calls.ts'
import type { Board } from '../../live/reduce/relay.ts'
import { noteAgents } from '../../live/relay-board.ts'
import { Button } from '../../ui/button.tsx'
import { Problem, Prose } from '../../ui/parts.tsx'
import { say } from '../../ui/said.ts'
import { useAction } from '../../ui/use-action.ts'
import { count, money, took } from '../../ui/words.ts'
import { Sign, Until } from './sign.tsx'
import { agentWord, percent } from './words.ts'

export function Agents({ board }: { readonly board: Board }): ReactNode {
  const agents = [...board.agents.values()]
  return (
    <section className="stack" aria-label="Agents">
      <h2>Agents</h2>
      {agents.length === 0 && (
        <p className="small faint">
          No agent has been used here yet. They show up with their first try, or once the project’s mix names them.
        </p>
      )}
      <ul className="relay-list agent-list">
        {agents.map((agent) => (
          <li key={agent.agent}>
            <Agent standing={agent} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Agent({ standing }: { readonly standing: AgentStanding }): ReactNode {
  const { agent, state, until, reason, quotaScope } = standing
  const reset = useAction(async () => {
    noteAgents(await resetAgent(agent))
    say(`${agent} may be used again`)
  })
  const rate = percent(standing.successRate)
  const figures = [
    standing.tries === 0 ? 'no try yet' : count(standing.tries, 'try', 'tries'),
    rate === null ? null : `${rate} succeed`,
    standing.medianSeconds === null ? null : `${took(standing.medianSeconds * 1_000)} a try`,
    standing.tries === 0 ? null : (money(standing.costUsd) ?? 'cost not known'),
  ].filter((words) => words !== null)
  return (
    <div className="agent" data-agent={agent} data-state={state}>
      <div className="row row-wrap">
        <strong className="mono wrap-any grow">{agent}</strong>
        <Sign of={agentWord[state]} />
      </div>
      {(until !== null || reason !== null) && (
        <p className="small wrap-any">
          {until !== null && state !== 'active' && <Until at={until} />}
          {until !== null && state !== 'active' && reason !== null && ': '}
          {reason !== null && <Prose text={reason} />}
        </p>
      )}
      <div className="row">
        <p className="small faint num grow">
          {figures.join(' · ')}
          {quotaScope !== agent && ` · account ${quotaScope}`}
        </p>
        {state !== 'active' && (
          <Button busy={reset.busy} onClick={() => void reset.run()} aria-label={`Reset ${agent}`}>
            Reset
          </Button>
        )}
      </div>
      {reset.error && <Problem error={reset.error} />}
    </div>
  )
}
