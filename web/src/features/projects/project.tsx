/** One project: its trust, what goes on in it, and below that what it is, its configuration with where each value comes from, and its clean-up. */

import { type ReactNode, useState } from 'react'
import type { ConfigValue, Project } from '#contract/project'
import type { CleanupReport } from '#contract/session'
import { archiveProject, cleanup, getConfig } from '../../api/calls.ts'
import { cockpit, loadFleet } from '../../live/cockpit.ts'
import { useStore } from '../../live/store.ts'
import { boardPath, go } from '../../routes/router.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm, Dialog } from '../../ui/dialog.tsx'
import { Command, Empty, Problem, Progress } from '../../ui/parts.tsx'
import { say } from '../../ui/said.ts'
import { useAction } from '../../ui/use-action.ts'
import { type Read, useRead } from '../../ui/use-read.ts'
import { count } from '../../ui/words.ts'
import { DefaultAgent, Sessions, Spent, Tasks } from './overview.tsx'
import { Trust } from './trust.tsx'

export function ProjectPage({ id }: { readonly id: string }): ReactNode {
  const project = useStore(cockpit, (c) => c.fleet.projects.get(id) ?? null)
  const loaded = useStore(cockpit, (c) => c.fleetLoaded)
  const config = useRead(project && `${project.id}/${project.trusted}`, () => getConfig(id))
  if (!project) {
    return (
      <main className="page" id="main">
        {loaded && (
          <Empty title="No such project">
            <p>
              There is no project <code className="wrap-any">{id}</code> here.
            </p>
            <Command text="drover project ls" />
            <a className="button" data-look="main" href="/projects">
              All projects
            </a>
          </Empty>
        )}
      </main>
    )
  }
  return (
    <main className="page" id="main">
      <div className="scroll">
        <div className="narrow stack">
          <div className="row row-wrap">
            <h1 className="grow wrap-any">{project.name}</h1>
            <a className="button" href={boardPath(project.id)}>
              Board
            </a>
            <a className="button" data-look="main" href={`/new?project=${encodeURIComponent(project.id)}`}>
              New session
            </a>
          </div>
          <Trust project={project} />
          <Sessions project={project} />
          <Spent project={project} />
          <DefaultAgent project={project} config={config} />
          <Tasks project={project} />
          <section className="stack" aria-label="About">
            <h2>About</h2>
            <dl className="facts">
              <dt>Id</dt>
              <dd>
                <code>{project.id}</code>
              </dd>
              <dt>Path</dt>
              <dd>
                <code>{project.path}</code>
              </dd>
              <dt>Origin</dt>
              <dd>{project.repo === '' ? <span className="faint">none</span> : <code>{project.repo}</code>}</dd>
              <dt>Default branch</dt>
              <dd>
                <code>{project.defaultBranch}</code>
              </dd>
            </dl>
            <Config config={config} />
          </section>
          <Cleanup project={project} />
          <Archive project={project} />
        </div>
      </div>
    </main>
  )
}

/** Folded: who comes here looks for work first. */
function Config({ config }: { readonly config: Read<readonly ConfigValue[]> }): ReactNode {
  const [all, setAll] = useState(false)
  const values = config.data?.filter((value) => all || value.source !== 'default') ?? []
  return (
    <details className="more">
      <summary>Configuration</summary>
      <div className="stack">
        <div>
          <Button look="quiet" aria-pressed={all} onClick={() => setAll(!all)}>
            {all ? 'Hide defaults' : 'Show defaults'}
          </Button>
        </div>
        {config.data && values.length === 0 && (
          <p className="soft">Everything is at its default. A file of its own is written by:</p>
        )}
        {config.data && values.length === 0 && <Command text="drover init" />}
        {values.length > 0 && <ConfigTable values={values} />}
      </div>
    </details>
  )
}

const ConfigTable = ({ values }: { readonly values: readonly ConfigValue[] }): ReactNode => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
  <div className="table-wrap" tabIndex={0}>
    <table className="table small">
      <thead>
        <tr>
          <th>Key</th>
          <th>Value</th>
          <th>From</th>
        </tr>
      </thead>
      <tbody>
        {values.map((value) => (
          <tr key={value.key}>
            <td className="mono">{value.key}</td>
            <td className="mono wrap-any">{JSON.stringify(value.value)}</td>
            <td title={value.file}>{value.source}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

function Cleanup({ project }: { readonly project: Project }): ReactNode {
  const [plan, setPlan] = useState<CleanupReport | null>(null)
  const looking = useAction(async () => setPlan(await cleanup({ projectId: project.id, dryRun: true })))
  const cleaning = useAction(async () => {
    const done = await cleanup({ projectId: project.id, dryRun: false })
    setPlan(null)
    say(`${count(done.removed.length, 'workspace')} removed, ${done.skipped.length} kept`)
  })
  return (
    <section className="stack">
      <h2>Workspaces</h2>
      <p className="soft">
        Removes the worktrees of ended sessions whose files are clean. Commits stay on their branches; work that is
        saved nowhere else is never removed.
      </p>
      {looking.error && <Problem error={looking.error} />}
      <div>
        <Button busy={looking.busy} onClick={() => void looking.run()}>
          See what would be removed
        </Button>
      </div>
      {plan && plan.removed.length === 0 && (
        <Dialog title="Nothing to remove" onClose={() => setPlan(null)}>
          {plan.skipped.length === 0 && <p>No ended session of this project has a workspace left.</p>}
          <PlanList plan={plan} />
          <div className="actions">
            <Button onClick={() => setPlan(null)}>Close</Button>
          </div>
        </Dialog>
      )}
      {plan && plan.removed.length > 0 && (
        <Confirm
          title={`Remove ${count(plan.removed.length, 'workspace')}?`}
          action="Remove them"
          look="danger"
          busy={cleaning.busy}
          onConfirm={() => void cleaning.run()}
          onClose={() => setPlan(null)}
        >
          {cleaning.busy && <Progress what="Removing workspaces" />}
          {cleaning.error && <Problem error={cleaning.error} />}
          <PlanList plan={plan} />
        </Confirm>
      )}
    </section>
  )
}

function PlanList({ plan }: { readonly plan: CleanupReport }): ReactNode {
  const sessions = useStore(cockpit, (c) => c.fleet.sessions)
  const named = (id: string): string => sessions.get(id)?.title ?? id
  return (
    <ul className="stack small">
      {plan.removed.map((one) => (
        <li key={one.session}>
          <strong>{named(one.session)}</strong> <span className="faint">{one.session}</span>
          <div className="mono faint wrap-any">{one.workspace}</div>
        </li>
      ))}
      {plan.skipped.map((one) => (
        <li key={one.session}>
          <strong>{named(one.session)}</strong> {one.session} stays: {one.message}
        </li>
      ))}
    </ul>
  )
}

function Archive({ project }: { readonly project: Project }): ReactNode {
  const [asked, setAsked] = useState(false)
  const archiving = useAction(async () => {
    await archiveProject(project.id)
    await loadFleet()
    say(`${project.name} is no longer a project; nothing was removed`)
    go('/projects')
  })
  return (
    <section>
      <Button look="quiet" onClick={() => setAsked(true)}>
        Archive this project
      </Button>
      {asked && (
        <Confirm
          title={`Archive ${project.name}?`}
          action="Archive"
          busy={archiving.busy}
          onConfirm={() => void archiving.run()}
          onClose={() => setAsked(false)}
        >
          <p>It leaves the list. Nothing is removed: neither the repository, nor worktrees, nor transcripts.</p>
          {archiving.error && <Problem error={archiving.error} />}
        </Confirm>
      )}
    </section>
  )
}
