/** What a repository brings, shown before it is approved: its commands, and what changed since the last approval. */

import type { ReactNode } from 'react'
import type { Project } from '#contract/project'
import { getTrust, trust } from '../../api/calls.ts'
import { loadFleet } from '../../live/cockpit.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, Problem } from '../../ui/parts.tsx'
import { say } from '../../ui/said.ts'
import { useAction } from '../../ui/use-action.ts'
import { useRead } from '../../ui/use-read.ts'
import { printable } from '../../ui/words.ts'
import { refreshNews } from '../needs-you/news.ts'
import { configDiff } from './config-diff.ts'

export function Trust({ project }: { readonly project: Project }): ReactNode {
  const view = useRead(`${project.id}/${project.trusted}`, () => getTrust(project.id))
  const trusting = useAction(async (hash: string) => {
    await trust(project.id, hash)
    await loadFleet()
    view.again()
    refreshNews()
    say(`${project.name} is trusted with exactly this content`)
  })
  if (view.error) return <Problem error={view.error} />
  // Most bring nothing: who comes here looks for work first.
  if (!view.data) return null
  const { needed, trusted, commands, config, previous, hash } = view.data
  if (!needed) return null
  return (
    <section className="stack" aria-label="Trust">
      <Notice
        tone={trusted ? 'good' : 'plain'}
        what={
          trusted
            ? 'You trust what this repository brings'
            : 'This repository brings something that nobody has approved'
        }
      >
        <p>
          {trusted
            ? 'A change of its content asks again.'
            : 'Read it as you would read a script before running it. Until you trust it, sessions do not start here unless you go on without it.'}
        </p>
      </Notice>
      {commands.length > 0 && (
        <div className="stack">
          <h2>Commands it runs</h2>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
          <pre className="out" tabIndex={0} data-commands>
            {commands.map((command) => `$ ${printable(command)}\n`)}
          </pre>
        </div>
      )}
      <h2>{previous === null || previous === undefined ? 'Its content' : 'What changed since you trusted it'}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre className="out diff-lines" tabIndex={0} data-trust-diff>
        {configDiff(previous, config).map((line, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of one comparison never change places
          <span key={i} data-sign={line.sign}>{`${line.sign} ${printable(line.text)}\n`}</span>
        ))}
      </pre>
      {trusting.error && <Problem error={trusting.error} />}
      {!trusted && (
        <div>
          <Button look="main" busy={trusting.busy} onClick={() => void trusting.run(hash)}>
            Trust exactly this
          </Button>
        </div>
      )}
    </section>
  )
}
