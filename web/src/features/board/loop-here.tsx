/** How the loop stands for one project: enrolled or not, why it does not run, and the way to enrol or to go on. */
import { type ReactNode, useState } from 'react'
import type { Project } from '#contract/project'
import type { AfkStatus } from '#contract/trip'
import { resumeLoop } from '../../api/trip-calls.ts'
import { noteLoop } from '../../live/loop.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/parts.tsx'
import { say } from '../../ui/said.ts'
import { Since } from '../../ui/status.tsx'
import { useAction } from '../../ui/use-action.ts'
import { EnrolDialog } from './enrol.tsx'
import { landingWord } from './words.ts'

export function LoopHere({ project, afk }: { readonly project: Project; readonly afk: AfkStatus | null }): ReactNode {
  const [asked, setAsked] = useState(false)
  const going = useAction(async () => {
    noteLoop(await resumeLoop())
    say('The loop goes on')
  })
  if (afk === null) return null
  const mine = afk.enrolled.find(({ projectId }) => projectId === project.id)
  const look = mine && afk.looks.find(({ repo }) => repo.toLowerCase() === mine.repo.toLowerCase())
  return (
    <section className="board-loop row row-wrap small" aria-label="The loop here" data-enrolled={mine !== undefined}>
      <p className="grow soft wrap-any">
        {mine === undefined ? (
          <>The loop takes no issues here.</>
        ) : (
          <>
            Issues of <span className="mono">{mine.repo}</span> with the label <code>{afk.labels.ready}</code>, landed
            by {landingWord[mine.landing].toLowerCase()}.{' '}
            {afk.state === 'on' && look && <Since at={look.at} before="Looked " after=" ago." />}
          </>
        )}{' '}
        {afk.state !== 'on' && afk.why !== null && mine !== undefined && <span data-why>{afk.why}</span>}
        {look?.error != null && <span role="alert"> {look.error}</span>}
      </p>
      {mine !== undefined && afk.state === 'stopped' && (
        <Button busy={going.busy} onClick={() => void going.run()}>
          Go on
        </Button>
      )}
      {project.forge !== null && (
        <Button look={mine === undefined ? 'plain' : 'quiet'} onClick={() => setAsked(true)}>
          {mine === undefined ? 'Enrol' : 'Enrolment'}
        </Button>
      )}
      {going.error && <Problem error={going.error} />}
      {asked && <EnrolDialog project={project} enrolment={mine ?? null} onClose={() => setAsked(false)} />}
    </section>
  )
}
