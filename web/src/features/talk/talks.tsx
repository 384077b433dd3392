/** Whom one can talk to: the personas of the configuration, each a press away. */
import './talk.css'
import type { ReactNode } from 'react'
import { listTalks } from '../../api/talk-calls.ts'
import { talkPath } from '../../routes/router.ts'
import { Problem } from '../../ui/parts.tsx'
import { StatusWord } from '../../ui/status.tsx'
import { useRead } from '../../ui/use-read.ts'
import { oneLine } from '../../ui/words.ts'

export function TalksPage(): ReactNode {
  const { data, error } = useRead('talks', listTalks)
  return (
    <main className="page" id="main" aria-busy={(data === null && error === null) || undefined}>
      <div className="scroll">
        <div className="narrow stack">
          <h1>Talk</h1>
          {error && <Problem error={error} />}
          <ul className="talk-list">
            {(data ?? []).map(({ persona, agent, project, session }) => (
              <li key={persona}>
                <a className="panel talk-one" href={talkPath(persona)} data-persona={persona}>
                  <span className="row">
                    <strong className="grow clip">{persona}</strong>
                    {session !== null && <StatusWord status={session.status} />}
                  </span>
                  <span className="small soft clip">
                    {agent ?? 'the usual agent'}
                    {project !== null && ` · ${project}`}
                  </span>
                  {session?.lastText != null && <span className="small clip">{oneLine(session.lastText, 200)}</span>}
                </a>
              </li>
            ))}
          </ul>
          <p className="small faint">
            Each is a table <code>[personas.NAME]</code> of your config.toml.
          </p>
        </div>
      </div>
    </main>
  )
}
