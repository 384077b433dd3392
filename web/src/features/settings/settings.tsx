/** This page's own looks, what rings, the agents that can be started, the pages that are signed in, the daemon's checks and health. */
import { type ReactNode, useState } from 'react'
import { pageId } from '../../api/bearer.ts'
import { allHarnesses, bearers, doctor, probe, revoke, status } from '../../api/calls.ts'
import type { HarnessView } from '../../api/shapes.ts'
import { signOut } from '../../live/cockpit.ts'
import { Button } from '../../ui/button.tsx'
import { Problem, Progress, Prose, Segments } from '../../ui/parts.tsx'
import { say } from '../../ui/said.ts'
import { Since } from '../../ui/status.tsx'
import { pickTheme, type Theme, themeNow } from '../../ui/theme.ts'
import { type Action, useAction } from '../../ui/use-action.ts'
import { useRead } from '../../ui/use-read.ts'
import { browser, count } from '../../ui/words.ts'
import { Notifications } from './notifications.tsx'

export const SettingsPage = (): ReactNode => (
  <main className="page" id="main">
    <div className="scroll">
      <div className="narrow stack settings">
        <div className="row row-wrap">
          <h1 className="grow">Settings</h1>
          <a className="button" href="/talk">
            Talk
          </a>
          <a className="button" href="/actions">
            Actions
          </a>
        </div>
        <Looks />
        <Notifications />
        <Harnesses />
        <Pages />
        <Doctor />
        <Daemon />
      </div>
    </div>
  </main>
)

function Daemon(): ReactNode {
  const read = useRead('status', status)
  return (
    <section className="stack">
      <h2>Daemon</h2>
      {read.error && <Problem error={read.error} />}
      {read.data && (
        <dl className="facts">
          <dt>State</dt>
          <dd>{read.data.state.replace('_', ' ')}</dd>
          <dt>Version</dt>
          <dd>{read.data.version}</dd>
          <dt>Started</dt>
          <dd>
            <Since at={read.data.startedAt} after=" ago" />, pid {read.data.pid}
          </dd>
          <dt>Home</dt>
          <dd>
            <code>{read.data.home}</code>
          </dd>
        </dl>
      )}
    </section>
  )
}

/** A wall of words is folded: what is wrong is said above it. */
const Hint = ({ text }: { readonly text: string }): ReactNode => {
  const words = (
    <p className="small soft wrap-any">
      <Prose text={text} />
    </p>
  )
  if (text.length < 300) return words
  return (
    <details className="more">
      <summary>What to do</summary>
      {words}
    </details>
  )
}

function Doctor(): ReactNode {
  const read = useRead('doctor', doctor)
  const [all, setAll] = useState(false)
  const checks = read.data?.checks ?? []
  const shown = all ? checks : checks.filter((check) => check.level !== 'PASS')
  return (
    <section className="stack" aria-label="Doctor">
      <div className="row row-wrap">
        <h2 className="grow">Doctor</h2>
        <Button look="quiet" aria-pressed={all} onClick={() => setAll(!all)}>
          {all ? 'Only what is not fine' : 'All checks'}
        </Button>
        <Button busy={read.loading} onClick={read.again}>
          Check again
        </Button>
      </div>
      {read.error && <Problem error={read.error} />}
      {!read.data && read.loading && <Progress what="Checking" />}
      {read.data && (
        <p className="soft" role="status">
          {read.data.failures > 0
            ? `${count(read.data.failures, 'check')} of ${checks.length} fail`
            : `None of ${checks.length} checks fails`}
        </p>
      )}
      <ul className="stack">
        {shown.map((check) => (
          <li key={`${check.section}/${check.name}`} className="check" data-level={check.level}>
            <span className="tag" data-strong={check.level === 'FAIL'}>
              {check.level}
            </span>
            <div className="grow">
              <strong>{check.name}</strong> <span className="small faint">{check.section}</span>
              <p className="wrap-any">
                <Prose text={check.message} />
              </p>
              {check.hint !== undefined && <Hint text={check.hint} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Harnesses(): ReactNode {
  const read = useRead('harnesses', allHarnesses)
  const [probed, setProbed] = useState<ReadonlyMap<string, HarnessView>>(new Map())
  const probing = useAction(async (id: string) => {
    const view = await probe(id)
    setProbed((before) => new Map(before).set(id, view))
    say(`${view.name}: ${view.readiness?.message ?? 'probed'}`)
  })
  const list = (read.data ?? []).map((harness) => probed.get(harness.id) ?? harness)
  const missing = list.filter(isMissing)
  return (
    <section className="stack" aria-label="Harnesses">
      <h2>Agents</h2>
      {read.error && <Problem error={read.error} />}
      {probing.error && <Problem error={probing.error} />}
      <ul className="stack">
        {list
          .filter((harness) => !isMissing(harness))
          .map((harness) => (
            <OneHarness key={harness.id} harness={harness} probing={probing} />
          ))}
      </ul>
      {missing.length > 0 && (
        <details className="more">
          <summary>{count(missing.length, 'agent')} not installed here, and how to install them</summary>
          <ul className="stack">
            {missing.map((harness) => (
              <OneHarness key={harness.id} harness={harness} probing={probing} />
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

/** One that somebody defined is meant to be here. */
const isMissing = ({ readiness, custom }: HarnessView): boolean => readiness?.state === 'missing' && !custom

function OneHarness({
  harness,
  probing,
}: {
  readonly harness: HarnessView
  readonly probing: Action<[string]>
}): ReactNode {
  return (
    <li className="panel row row-wrap harness">
      <div className="grow">
        <strong>{harness.name}</strong> <code className="small faint">{harness.id}</code>
        <p className="small soft wrap-any">{readiness(harness)}</p>
        {harness.readiness?.state === 'missing' && (
          <p className="small">
            <code className="wrap-any">{harness.install}</code>
          </p>
        )}
      </div>
      <span className="tag" data-strong={harness.readiness?.state === 'ready'}>
        {harness.readiness?.state ?? 'not probed'}
      </span>
      <Button aria-label={`Probe ${harness.name}`} disabled={probing.busy} onClick={() => void probing.run(harness.id)}>
        Probe
      </Button>
    </li>
  )
}

function readiness(harness: HarnessView): string {
  const parts = [
    harness.readiness?.version,
    harness.readiness?.message,
    harness.readiness?.hint,
    harness.proven === 'untested' ? 'never proven on the real CLI' : `proven on ${harness.testedVersions}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

function Looks(): ReactNode {
  const [theme, setTheme] = useState<Theme>(themeNow())
  return (
    <section className="stack">
      <h2>Looks</h2>
      <Segments
        label="Theme"
        value={theme}
        options={[
          { id: 'system', label: 'As the system' },
          { id: 'light', label: 'Light' },
          { id: 'dark', label: 'Dark' },
        ]}
        onPick={(id) => {
          pickTheme(id)
          setTheme(id)
        }}
      />
      <p className="small">
        <a href="/design">The design system</a>
      </p>
    </section>
  )
}

function Pages(): ReactNode {
  const read = useRead('bearers', bearers)
  const revoking = useAction(async (id: number) => {
    await revoke(id)
    say('Revoked: that page is signed out')
    read.again()
  })
  const mine = pageId()
  const valid = read.data?.filter((bearer) => bearer.revokedAt === null) ?? []
  return (
    <section className="stack" aria-label="Signed-in pages">
      <h2>Signed-in pages</h2>
      <p className="soft">
        Each page that used a link holds a key of its own. A new link comes from <code>drover link</code>.
      </p>
      {read.error && <Problem error={read.error} />}
      {revoking.error && <Problem error={revoking.error} />}
      <ul className="stack">
        {valid.map((bearer) => (
          <li key={bearer.id} className="row row-wrap" data-page={bearer.id}>
            <div className="grow small">
              <span className="wrap-any" title={bearer.label}>
                {browser(bearer.label)}
              </span>
              <div className="faint">
                signed in <Since at={bearer.createdAt} after=" ago" />
                {bearer.lastUsedAt !== null && (
                  <>
                    , last used <Since at={bearer.lastUsedAt} after=" ago" />
                  </>
                )}
              </div>
            </div>
            {bearer.id === mine ? (
              <span className="tag" data-strong="true">
                this page
              </span>
            ) : (
              <Button look="danger-quiet" disabled={revoking.busy} onClick={() => void revoking.run(bearer.id)}>
                Revoke
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div>
        <Button onClick={() => void signOut()}>Sign this page out</Button>
      </div>
    </section>
  )
}
