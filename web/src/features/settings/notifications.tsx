/** Notifications: this device, every other place that rings, whether each does, and a test. What rings is the user's configuration. */
import { type ReactNode, useState } from 'react'
import type { NotifyTarget } from '#contract/notify'
import { notifyState, testNotify } from '../../api/notify-calls.ts'
import { Button } from '../../ui/button.tsx'
import { remember, remembered } from '../../ui/memory.ts'
import { Notice, Problem, Prose } from '../../ui/parts.tsx'
import { say } from '../../ui/said.ts'
import { Since } from '../../ui/status.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useRead } from '../../ui/use-read.ts'
import { browser } from '../../ui/words.ts'
import { ownSubscription, ringHere, ringHereNoMore, whyNoPush } from './push.ts'

export function Notifications(): ReactNode {
  const read = useRead('notify', notifyState)
  const targets = read.data?.targets ?? []
  const own = targets.find(({ subscription }) => subscription !== null && subscription === ownSubscription())
  return (
    <section className="stack" aria-label="Notifications">
      <h2>Notifications</h2>
      <p className="soft">Once for each thing that needs you. Never for routine events.</p>
      {read.error && <Problem error={read.error} />}
      {own === undefined && <ThisDevice again={read.again} />}
      <ul className="stack">
        {targets.map((target) => (
          <Place key={target.name} target={target} own={target === own} again={read.again} />
        ))}
      </ul>
      <OpenPage />
      <p className="small soft">
        More places (Slack, ntfy, a webhook, the desktop) and what rings there: <code>[notify]</code> in your
        config.toml.
      </p>
    </section>
  )
}

function ThisDevice({ again }: { readonly again: () => void }): ReactNode {
  const why = whyNoPush()
  const turning = useAction(async () => {
    if ((await ringHere()) === 'denied') say('The browser does not allow notifications from this page')
    else say('This device rings from now on')
    again()
  })
  if (why !== null)
    return (
      <Notice what="This device cannot ring while the page is closed">
        <p className="soft">
          <Prose text={why} />
        </p>
      </Notice>
    )
  return (
    <div className="stack">
      {turning.error && <Problem error={turning.error} />}
      <div>
        <Button look="main" busy={turning.busy} onClick={() => void turning.run()}>
          Ring this device
        </Button>
      </div>
    </div>
  )
}

const nameOf = ({ type, name, where }: NotifyTarget, own: boolean): string =>
  own ? 'This device' : type === 'push' ? browser(where) : `${name} · ${type} · ${where}`

function Place({
  target,
  own,
  again,
}: {
  readonly target: NotifyTarget
  readonly own: boolean
  readonly again: () => void
}): ReactNode {
  const testing = useAction(async () => {
    const error = await testNotify(target.name)
    say(error === null ? 'Sent: it should ring now' : `It did not ring: ${error}`)
    again()
  })
  const leaving = useAction(async () => {
    await ringHereNoMore(target.subscription ?? 0)
    say('It rings no more')
    again()
  })
  const error = testing.error ?? leaving.error
  return (
    <li className="panel row row-wrap" data-place={target.name}>
      <div className="grow">
        <strong className="wrap-any">{nameOf(target, own)}</strong>
        <p className="small soft wrap-any">
          {target.state === 'failing' && `Does not ring: ${target.error}`}
          {target.state === 'idle' && 'Nothing was sent yet'}
          {target.state === 'ok' && target.lastSentAt !== null && (
            <>
              Rang <Since at={target.lastSentAt} after=" ago" />
            </>
          )}
        </p>
        {error && <Problem error={error} />}
      </div>
      <Button busy={testing.busy} aria-label={`Test ${nameOf(target, own)}`} onClick={() => void testing.run()}>
        Test
      </Button>
      {target.subscription !== null && (
        <Button look="quiet" busy={leaving.busy} onClick={() => void leaving.run()}>
          Stop ringing
        </Button>
      )}
    </li>
  )
}

/** The older way: the page itself tells while it is open in the background. */
function OpenPage(): ReactNode {
  const able = 'Notification' in window
  const [on, setOn] = useState<boolean>(able && Notification.permission === 'granted' && remembered('notify', false))
  if (!able) return null
  const turn = async (): Promise<void> => {
    const granted = !on && (await Notification.requestPermission()) === 'granted'
    remember('notify', granted)
    setOn(granted)
    if (!on && !granted) say('The browser does not allow notifications from this page')
  }
  return (
    <div className="row row-wrap">
      <span className="grow small soft">While this page is open in the background, without Web Push</span>
      <Button look="quiet" aria-pressed={on} onClick={() => void turn()}>
        {on ? 'Turn off' : 'Turn on'}
      </Button>
    </div>
  )
}
