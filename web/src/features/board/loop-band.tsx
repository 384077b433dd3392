/** While the loop takes issues by itself, every page says so, and one press stops it. After that it says what is still under way. */
import type { ReactNode } from 'react'
import { resumeLoop, stopLoop } from '../../api/trip-calls.ts'
import { loop, noteLoop } from '../../live/loop.ts'
import { useStore } from '../../live/store.ts'
import { boardPath } from '../../routes/router.ts'
import { Button } from '../../ui/button.tsx'
import { say } from '../../ui/said.ts'
import { useAction } from '../../ui/use-action.ts'
import { count } from '../../ui/words.ts'

export function LoopBand(): ReactNode {
  const afk = useStore(loop, (l) => l.afk)
  const act = useAction(async (what: 'stop' | 'end' | 'resume') => {
    noteLoop(what === 'resume' ? await resumeLoop() : await stopLoop(what === 'end'))
    say(
      { stop: 'The loop takes no more issues', end: 'What was under way is called off', resume: 'The loop goes on' }[
        what
      ],
    )
  })
  if (afk === null) return null
  const open = afk.trips.length
  const runs = afk.state === 'on'
  if (!runs && (afk.state !== 'stopped' || open === 0)) return null
  const project = afk.trips[0]?.projectId ?? afk.enrolled.find(({ projectId }) => projectId !== null)?.projectId
  const words = open === 0 ? 'nothing under way' : `${count(open, 'issue')} under way`
  return (
    <section className="loop-band" data-loop={afk.state} aria-label="The loop">
      <span className="glyph" data-glyph={runs ? 'working' : 'parked'} aria-hidden="true" />
      <span className="grow small">
        <strong>{runs ? 'The loop runs' : 'The loop is stopped'}</strong>,{' '}
        {project === undefined ? words : <a href={boardPath(project ?? '')}>{words}</a>}
        {act.error && <span role="alert"> · {act.error.message}</span>}
      </span>
      {runs ? (
        <Button icon="stop" busy={act.busy} onClick={() => void act.run('stop')}>
          Stop
        </Button>
      ) : (
        <>
          <Button look="danger-quiet" busy={act.busy} onClick={() => void act.run('end')}>
            Call off
          </Button>
          <Button busy={act.busy} onClick={() => void act.run('resume')}>
            Go on
          </Button>
        </>
      )}
    </section>
  )
}
