/** The repositories Drover knows, and the way to add one. */
import { type ReactNode, useState } from 'react'
import { addProject } from '../../api/calls.ts'
import { cockpit, loadFleet } from '../../live/cockpit.ts'
import { useStore } from '../../live/store.ts'
import { go } from '../../routes/router.ts'
import { Button } from '../../ui/button.tsx'
import { Command, Empty, Field, Problem, Progress } from '../../ui/parts.tsx'
import { useAction } from '../../ui/use-action.ts'
import { count } from '../../ui/words.ts'

export function ProjectsPage(): ReactNode {
  const projects = useStore(cockpit, (c) => c.fleet.projects)
  const sessions = useStore(cockpit, (c) => c.fleet.sessions)
  const loaded = useStore(cockpit, (c) => c.fleetLoaded)
  const living = (id: string): number =>
    [...sessions.values()].filter((s) => s.projectId === id && s.phase !== 'ended').length
  return (
    <main className="page" id="main">
      <div className="scroll">
        <div className="narrow stack">
          <h1>Projects</h1>
          {loaded && projects.size === 0 && (
            <Empty title="No repository yet">
              <p>Add one by its path below, or run this inside a repository:</p>
              <Command text="drover up" />
            </Empty>
          )}
          <ul className="stack">
            {[...projects.values()].map((project) => (
              <li key={project.id}>
                <a className="panel project-card" href={`/projects/${encodeURIComponent(project.id)}`}>
                  <div className="row">
                    <strong className="clip grow">{project.name}</strong>
                    {project.status === 'degraded' && (
                      <span className="tag" data-strong="true">
                        degraded
                      </span>
                    )}
                    {!project.trusted && <span className="tag">not trusted</span>}
                  </div>
                  <p className="small mono faint wrap-any">{project.path}</p>
                  <p className="small faint">
                    {project.defaultBranch} · {count(living(project.id), 'live session')}
                  </p>
                </a>
              </li>
            ))}
          </ul>
          <AddProject />
        </div>
      </div>
    </main>
  )
}

function AddProject(): ReactNode {
  const [path, setPath] = useState('')
  const [name, setName] = useState('')
  const adding = useAction(async () => {
    const project = await addProject({ path: path.trim(), ...(name.trim() === '' ? {} : { name: name.trim() }) })
    await loadFleet()
    go(`/projects/${encodeURIComponent(project.id)}`)
  })
  return (
    <form
      className="panel stack"
      onSubmit={(event) => {
        event.preventDefault()
        void adding.run()
      }}
    >
      <h2>Add a repository</h2>
      <Field label="Path" hint="A git work tree with at least one commit, on the daemon’s machine.">
        {(id, hint) => (
          <input
            id={id}
            aria-describedby={hint}
            className="input mono"
            value={path}
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            placeholder="/home/you/code/shop"
            onChange={(event) => setPath(event.target.value)}
          />
        )}
      </Field>
      <Field label="Name" hint="Empty: the folder’s name.">
        {(id, hint) => (
          <input
            id={id}
            aria-describedby={hint}
            className="input"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      {adding.busy && <Progress what="Reading the repository" />}
      {adding.error && <Problem error={adding.error} />}
      <div>
        <Button type="submit" look="main" busy={adding.busy} disabled={path.trim() === ''}>
          Add
        </Button>
      </div>
    </form>
  )
}
