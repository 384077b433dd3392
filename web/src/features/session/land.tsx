/** Landing a session's work: one button with the next sensible step, and the others one press away. The steps are beside it. */
import { type ReactNode, useState } from 'react'
import type { LandingStep } from '#contract/merge'
import type { Session } from '#contract/session'
import { landingSteps } from '#core/merge/landing-step'
import { lookAtLanding } from '../../api/calls.ts'
import { cockpit } from '../../live/cockpit.ts'
import { useStore } from '../../live/store.ts'
import { mergePath } from '../../routes/router.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem, Progress } from '../../ui/parts.tsx'
import { useRead } from '../../ui/use-read.ts'
import { count } from '../../ui/words.ts'
import { Distance } from './distance.tsx'
import { distance, stepHint, stepWord } from './land-words.ts'
import { CommitDialog, LandDialog, PushDialog, UpdateDialog } from './landing-steps.tsx'
import { PullRequest } from './pull-request.tsx'

/** No turn began after it landed: what differs from the base is what landed. */
const landedSince = ({ turn, landing }: Session): boolean =>
  landing?.landedAt != null && (turn === null || turn.startedAt < landing.landedAt)

/** The next step as far as the fleet's facts tell it: no question to git before somebody asks. */
function useNext(session: Session): {
  readonly next: LandingStep | null
  readonly blocked: string | null
  readonly others: boolean
} {
  const { landing } = session
  const merge = useStore(cockpit, (c) => c.fleet.merges.get(landing?.merge ?? '') ?? null)
  const open = landing?.merge != null && landing.state !== 'landed' && landing.state !== 'rejected'
  const { next, steps } = landingSteps({
    phase: session.phase,
    turnRunning: session.turn?.state === 'running',
    hasBranch: session.branch !== null,
    hasTarget: true,
    ahead: landing?.ahead ?? null,
    behind: landing?.behind ?? null,
    dirty: (session.filesChanged ?? 0) > 0 && (landing?.ahead ?? 0) === 0 && !landedSince(session),
    landedSince: landedSince(session),
    merge: open && landing.state !== null ? { state: landing.state, waits: merge?.needsApproval.length !== 0 } : null,
    hasRemote: null,
    pushed: null,
  })
  return { next, blocked: steps[0]?.blocked ?? null, others: steps.length > 0 }
}

const dialogs = { land: LandDialog, update: UpdateDialog, commit: CommitDialog, push: PushDialog } as const
type Doable = keyof typeof dialogs
const isDoable = (step: LandingStep): step is Doable => Object.hasOwn(dialogs, step)

/** Nothing to do: nothing shown. A session in a turn is not interrupted by landing it. */
export function LandButton(props: { readonly session: Session; readonly brief?: boolean }): ReactNode {
  const { session } = props
  const [open, setOpen] = useState<Doable | 'all' | null>(null)
  const { next, blocked, others } = useNext(session)
  const close = (): void => setOpen(null)
  // A dialog that is open outlives the button that opened it.
  const Step = open === null || open === 'all' ? null : dialogs[open]
  const dialog = (
    <>
      {Step !== null && <Step session={session} onClose={close} onStep={setOpen} />}
      {open === 'all' && <AllSteps session={session} onClose={close} onPick={setOpen} />}
    </>
  )
  const more = <Button icon="unfolded" aria-label="Other steps" aria-haspopup="dialog" onClick={() => setOpen('all')} />
  // What can only wait, and what nobody asked for while an agent is at work, is left to the other steps.
  if (next === null || (blocked !== null && next === 'update')) {
    if (props.brief === true) return dialog
    return (
      <div className="land">
        {landedSince(session) && session.landing?.merge != null && (
          <a className="button" data-look="quiet" href={mergePath(session.landing.merge)}>
            Landed
          </a>
        )}
        {others && more}
        {dialog}
      </div>
    )
  }
  if (!isDoable(next)) {
    return (
      <a className="button" data-look={next === 'watch' ? undefined : 'main'} href={mergePath(session.landing!.merge!)}>
        {stepWord[next]}
      </a>
    )
  }
  return (
    <div className="land" data-next={next}>
      <Button
        look={next === 'update' ? 'plain' : 'main'}
        disabled={blocked !== null}
        title={blocked ?? distance(session.landing) ?? undefined}
        onClick={() => setOpen(next)}
      >
        {stepWord[next]}
      </Button>
      {more}
      {dialog}
    </div>
  )
}

/** On a phone it stands where a thumb is, and says how far the branch is from its base. */
export function LandBar({ session }: { readonly session: Session }): ReactNode {
  const { next, blocked } = useNext(session)
  const shown = next !== null && (blocked === null || next !== 'update')
  return (
    <div className={shown ? 'land-bar row' : undefined}>
      {shown && (
        <span className="grow small soft">
          <Distance landing={session.landing} />
        </span>
      )}
      {shown && <PullRequest session={session} />}
      <LandButton session={session} brief />
    </div>
  )
}

/** Every step that means something here, from a look at git; those that cannot be taken now say why. */
function AllSteps(props: {
  readonly session: Session
  readonly onClose: () => void
  readonly onPick: (step: Doable) => void
}): ReactNode {
  const { session } = props
  const look = useRead(`${session.id}/landing`, () => lookAtLanding(session.id))
  const { data } = look
  const steps = (data?.steps ?? []).flatMap(({ step, blocked }) => (isDoable(step) ? [{ step, blocked }] : []))
  return (
    <Dialog title="What to do with this work" onClose={props.onClose}>
      {data === null && !look.error && <Progress what="Looking at the branch" />}
      {look.error && <Problem error={look.error} />}
      {data !== null && (
        <p className="small soft num">
          {distance(data) ?? 'Nothing ahead, nothing behind'}
          {data.uncommitted.length > 0 && ` · ${count(data.uncommitted.length, 'file')} not committed`}
          {data.remote === null && ' · no remote'}
        </p>
      )}
      {data !== null && steps.length === 0 && <p>Nothing is left to do: everything is where it belongs.</p>}
      <ul className="steps">
        {steps.map(({ step, blocked }) => (
          <li key={step}>
            <Button
              look={step === data?.next ? 'main' : 'plain'}
              disabled={blocked !== null}
              onClick={() => props.onPick(step)}
            >
              {stepWord[step]}
            </Button>
            <span className="small soft">{blocked ?? stepHint(step, data)}</span>
          </li>
        ))}
      </ul>
      <div className="actions">
        <Button onClick={props.onClose}>Not now</Button>
      </div>
    </Dialog>
  )
}
