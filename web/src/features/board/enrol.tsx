/** Enrolling a project with the loop: what it needs and whether that is there, how work lands, and taking it out again. */
import { type ReactNode, useState } from 'react'
import type { Project } from '#contract/project'
import { type Enrolment, type LandingMode, landingModes } from '#contract/trip'
import { checkEnrolment, enrolProject, getAfk, removeEnrolment } from '../../api/trip-calls.ts'
import { noteLoop } from '../../live/loop.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem, Progress, Segments } from '../../ui/parts.tsx'
import { say } from '../../ui/said.ts'
import { useAction } from '../../ui/use-action.ts'
import { useRead } from '../../ui/use-read.ts'
import { Sign } from '../relay/sign.tsx'
import { landingAbout, landingWord, needsInOrder, wordOfNeed } from './words.ts'

export function EnrolDialog(props: {
  readonly project: Project
  readonly enrolment: Enrolment | null
  readonly onClose: () => void
}): ReactNode {
  const { project, enrolment, onClose } = props
  const [landing, setLanding] = useState<LandingMode>(enrolment?.landing ?? 'pr')
  const look = useRead(`${project.id}/${landing}`, () => checkEnrolment(project.id, landing))
  const write = useAction(async (what: 'enrol' | 'remove') => {
    if (what === 'enrol') await enrolProject(project.id, landing)
    else await removeEnrolment(project.id)
    noteLoop(await getAfk())
    say(
      what === 'enrol'
        ? `The loop may take issues of ${project.name}`
        : `The loop takes no more issues of ${project.name}`,
    )
    onClose()
  })
  const needs = needsInOrder(look.data?.needs ?? [])
  const held = needs.filter(({ state, required }) => required && state !== 'ok').length
  return (
    <Dialog title={enrolment === null ? `Enrol ${project.name}` : `Enrolment of ${project.name}`} onClose={onClose}>
      <div className="stack">
        <p>
          The loop then takes issues that somebody with write permission marked as ready, gives each to an agent, and
          brings the change home or comes back to you.
        </p>
        <div className="stack">
          <h3>How a change lands</h3>
          <Segments
            label="How a change lands"
            value={landing}
            onPick={setLanding}
            options={landingModes.map((mode) => ({ id: mode, label: landingWord[mode] }))}
          />
          <p className="small soft">{landingAbout[landing]}</p>
        </div>
        {look.data === null && !look.error && <Progress what="Looking at the repository" />}
        {look.error && <Problem error={look.error} />}
        {needs.length > 0 && (
          <ul className="needs">
            {needs.map((need) => (
              <li key={need.what} data-need-of={need.what} data-state={need.state}>
                <Sign of={wordOfNeed(need)} />
                <span className="wrap-any small">
                  {need.message}
                  {need.required && need.state !== 'ok' && <strong> Needed.</strong>}
                </span>
              </li>
            ))}
          </ul>
        )}
        {write.error && <Problem error={write.error} />}
      </div>
      <div className="actions">
        {enrolment?.by === 'enrolled' && (
          <Button look="quiet" busy={write.busy} onClick={() => void write.run('remove')}>
            Take it out
          </Button>
        )}
        <Button onClick={onClose}>Not now</Button>
        <Button
          look="main"
          busy={write.busy}
          disabled={look.data === null || held > 0}
          onClick={() => void write.run('enrol')}
        >
          {enrolment === null ? 'Enrol' : 'Save'}
        </Button>
      </div>
    </Dialog>
  )
}
