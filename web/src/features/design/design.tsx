/** Every component of the design system in every state, on one page, in the page's own theme. */

import { type ReactNode, useState } from 'react'
import { type Failure, type Session, statuses } from '#contract/session'
import { ApiError } from '../../api/call.ts'
import { Button, Icon, type IconName, type Look } from '../../ui/button.tsx'
import { Confirm, Dialog, Menu } from '../../ui/dialog.tsx'
import { Command, Empty, Field, Notice, Problem, Progress, Segments, Tabs } from '../../ui/parts.tsx'
import { say } from '../../ui/said.ts'
import { Lamp, Since, Spark, StatusWord } from '../../ui/status.tsx'
import { SessionCard } from '../fleet/card.tsx'

const colours = [
  'paper',
  'sheet',
  'well',
  'lift',
  'line',
  'line-strong',
  'ink',
  'ink-soft',
  'ink-faint',
  'accent',
  'accent-wash',
  'fault',
  'fault-wash',
  'danger',
  'danger-wash',
]
const looks: readonly Look[] = ['plain', 'main', 'quiet', 'danger', 'danger-quiet']
const icons: readonly IconName[] = [
  'fleet',
  'bell',
  'plus',
  'folder',
  'gear',
  'back',
  'more',
  'send',
  'stop',
  'close',
  'down',
  'open',
  'unfolded',
  'search',
]
const moment = new Date(Date.now() - 95_000).toISOString()

const signedOut: Failure = {
  category: 'auth',
  code: 'AGENT_FAILED',
  message: 'Invalid API key · Please run /login',
  hint: 'Sign in with its own command in a terminal, then send again.',
  at: moment,
  resetAt: null,
}
const spent: Failure = {
  ...signedOut,
  category: 'usage_limit',
  message: 'You have hit your usage limit.',
  resetAt: new Date(Date.now() + 5_400_000).toISOString(),
}

const sample = (fields: Partial<Session>): Session => ({
  id: 'shop-7',
  projectId: 'shop',
  kind: 'worker',
  name: 'Round prices half to even',
  title: fields.name ?? 'Round prices half to even',
  harness: 'rehearsal',
  mode: 'headless',
  model: 'fast',
  permissions: 'ask',
  status: 'working',
  phase: 'live',
  activity: { state: 'working', since: moment },
  branch: 'drover/shop-7/root',
  workspace: null,
  baseRef: 'main',
  nativeId: null,
  launch: null,
  turn: { n: 1, state: 'running', startedAt: moment },
  queued: 0,
  totals: { inputTokens: 1200, outputTokens: 300, costUsd: 0.42 },
  lastText: 'The till now rounds half to even. I am running the whole suite before I commit.',
  lastActivityAt: moment,
  filesChanged: 3,
  landing: null,
  prs: [],
  activitySpark: [0, 1, 4, 9, 2, 0, 0, 3, 8, 12, 7, 2, 1, 5],
  request: null,
  parkedUntil: null,
  failure: null,
  trouble: null,
  health: null,
  children: [],
  role: null,
  parentId: null,
  depth: 0,
  effortId: null,
  taskId: null,
  files: [],
  waitingFor: null,
  report: null,
  endReason: null,
  endedBy: null,
  archivedAt: null,
  lastEventId: 10,
  createdAt: moment,
  updatedAt: moment,
  ...fields,
})

const Part = ({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode => (
  <section className="stack" aria-label={name}>
    <h2>{name}</h2>
    {children}
  </section>
)

export function DesignPage(): ReactNode {
  return (
    <main className="page" id="main">
      <div className="scroll">
        <div className="narrow stack settings">
          <h1>Design system</h1>
          <p className="soft">
            Calm by default: ink on paper, one accent for what acts or waits for you, rust for what failed, red only for
            what destroys. Signs and words carry every meaning; colour only helps.
          </p>
          <Part name="Colour">
            <ul className="swatches">
              {colours.map((name) => (
                <li key={name} className="small">
                  <span className="swatch" data-colour={name} />
                  {name}
                </li>
              ))}
            </ul>
          </Part>
          <Part name="Type">
            <h1>Title, 24</h1>
            <h2>Head, 18</h2>
            <p>Body, 15. The composer and every field use 16, so that phones do not zoom.</p>
            <p className="small soft">Small, 13, soft</p>
            <p className="small faint">Small, 13, faint</p>
            <p>
              <code>Mono for what machines say</code>
            </p>
          </Part>
          <Part name="Buttons">
            {looks.map((look) => (
              <div key={look} className="row row-wrap">
                <Button look={look}>{look}</Button>
                <Button look={look} icon="send">
                  with icon
                </Button>
                <Button look={look} busy>
                  busy
                </Button>
                <Button look={look} disabled>
                  disabled
                </Button>
                <Button look={look} icon="more" aria-label={`${look}, icon alone`} />
              </div>
            ))}
            <div className="row row-wrap">
              {icons.map((name) => (
                <span key={name} title={name}>
                  <Icon name={name} />
                </span>
              ))}
            </div>
          </Part>
          <Part name="Fields">
            <Fields />
          </Part>
          <Part name="Status">
            <div className="row row-wrap">
              {statuses.map((status) => (
                <StatusWord key={status} status={status} />
              ))}
            </div>
            <p className="small soft">While the daemon is away, in the past:</p>
            <div className="row row-wrap">
              {statuses.map((status) => (
                <StatusWord key={status} status={status} away />
              ))}
            </div>
            <div className="row row-wrap">
              <Lamp link="live" />
              <Lamp link="connecting" />
              <Lamp link="down" />
              <Since at={moment} after=" ago" />
              <Spark values={[0, 2, 5, 9, 3, 0, 1, 7]} />
            </div>
          </Part>
          <Part name="Card">
            <SessionCard session={sample({})} />
            <SessionCard
              session={sample({
                status: 'needs_input',
                lastText: 'May I run npm publish?',
                name: 'A name of two hundred characters '.repeat(7).slice(0, 200),
              })}
            />
            <SessionCard session={sample({ status: 'failed', failure: signedOut, activitySpark: [] })} />
            <SessionCard session={sample({ status: 'parked', failure: spent, activitySpark: [] })} />
            <SessionCard session={sample({ status: 'idle', turn: { n: 1, state: 'completed', startedAt: moment } })} />
            <SessionCard
              session={sample({
                status: 'ended',
                phase: 'ended',
                endReason: 'killed',
                lastText: null,
                filesChanged: null,
                totals: { inputTokens: null, outputTokens: null, costUsd: null },
              })}
            />
          </Part>
          <Part name="Notices">
            <Notice what="Something to know">
              <p>And what to do about it.</p>
            </Notice>
            <Notice tone="good" what="Something is in order" />
            <Notice tone="danger" what="Something will be destroyed" />
            <Problem
              error={
                new ApiError('SESSION_LIMIT', 'The project has as many sessions as it may have.', {
                  hint: 'Kill one with `drover session kill`, or raise `max_sessions`.',
                  requestId: 'r-1',
                })
              }
            />
          </Part>
          <Part name="Progress">
            <Progress what="Making the workspace" />
          </Part>
          <Part name="Choices">
            <Choices />
          </Part>
          <Part name="Dialogs">
            <Dialogs />
          </Part>
          <Part name="Command">
            <div>
              <Command text="drover link" />
            </div>
          </Part>
          <Part name="Empty">
            <Empty title="Nothing here yet">
              <p>Say what it is for, then the one command that starts something.</p>
              <Command text="drover up" />
            </Empty>
          </Part>
        </div>
      </div>
    </main>
  )
}

function Fields(): ReactNode {
  const [text, setText] = useState('')
  return (
    <div className="stack">
      <Field label="Plain" hint="With a hint that stays.">
        {(id, hint) => (
          <input
            id={id}
            aria-describedby={hint}
            className="input"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Field label="Not valid" hint="Says what is wrong.">
        {(id, hint) => (
          <input id={id} aria-describedby={hint} aria-invalid className="input" defaultValue="no such path" />
        )}
      </Field>
      <Field label="Disabled">{(id) => <input id={id} className="input" disabled defaultValue="not now" />}</Field>
      <Field label="Choice">
        {(id) => (
          <select id={id} className="input">
            <option>One</option>
            <option>Two</option>
          </select>
        )}
      </Field>
      <Field label="Long">{(id) => <textarea id={id} className="input" placeholder="Several lines" />}</Field>
    </div>
  )
}

function Choices(): ReactNode {
  const [tab, setTab] = useState<'a' | 'b'>('a')
  const [segment, setSegment] = useState<'x' | 'y'>('x')
  return (
    <div className="stack">
      <Tabs
        label="Tabs"
        active={tab}
        onPick={setTab}
        tabs={[
          { id: 'a', label: 'First' },
          { id: 'b', label: 'Second' },
        ]}
      />
      <div>
        <Segments
          label="Segments"
          value={segment}
          onPick={setSegment}
          options={[
            { id: 'x', label: 'Unified' },
            { id: 'y', label: 'Split' },
          ]}
        />
      </div>
    </div>
  )
}

function Dialogs(): ReactNode {
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null)
  const close = (): void => setOpen(null)
  return (
    <div className="row row-wrap">
      <Button onClick={() => setOpen('dialog')}>Dialog</Button>
      <Button onClick={() => setOpen('confirm')}>Confirmation</Button>
      <Button onClick={() => say('Said for four seconds, and read out')}>Say something</Button>
      <Menu
        label="Menu"
        entries={[
          { label: 'Something', onPick: close },
          { label: 'Something that destroys', look: 'danger-quiet', onPick: close },
        ]}
      />
      {open === 'dialog' && (
        <Dialog title="A dialog" onClose={close}>
          <p>Escape, the background and the button close it.</p>
          <div className="actions">
            <Button onClick={close}>Close</Button>
          </div>
        </Dialog>
      )}
      {open === 'confirm' && (
        <Confirm title="Destroy it?" action="Destroy" look="danger" onConfirm={close} onClose={close}>
          <p>Says exactly what will happen, and what will not.</p>
        </Confirm>
      )}
    </div>
  )
}
