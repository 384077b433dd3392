/** What is known about a session: where it works, with what, what it cost. Nothing is guessed: unknown is said. */

import type { ReactNode } from 'react'
import { scratchProject } from '#contract/ids'
import type { Session } from '#contract/session'
import { relayOf } from '#core/attention/queue'
import { triesOf } from '../../api/relay-calls.ts'
import { effortPath, relayPath, sessionPath } from '../../routes/router.ts'
import { Command } from '../../ui/parts.tsx'
import { Since } from '../../ui/status.tsx'
import { useRead } from '../../ui/use-read.ts'
import { money, spec, statusWord, tokens } from '../../ui/words.ts'
import { PlaceFacts } from './places.tsx'

const Row = ({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode => (
  <>
    <dt>{name}</dt>
    <dd>{children ?? <span className="faint">not known</span>}</dd>
  </>
)
const mono = (text: string | null): ReactNode => (text === null ? null : <code>{text}</code>)

/** The relay it works for, and which of its tries it was. */
function OfRelay({ session }: { readonly session: Session }): ReactNode {
  const relay = relayOf(session)
  const read = useRead(relay, () => triesOf(relay ?? ''))
  if (relay === null) return null
  const mine = (read.data ?? []).filter((one) => one.sessionId === session.id).map((one) => one.n)
  return (
    <Row name="Relay">
      <a href={relayPath(relay)}>{relay}</a>
      {mine.length > 0 && `, ${mine.length === 1 ? 'try' : 'tries'} ${mine.join(', ')}`}
    </Row>
  )
}

export function Facts({ session: s }: { readonly session: Session }): ReactNode {
  return (
    <section className="stack" aria-label="Facts">
      <dl className="facts">
        <Row name="Session">{mono(s.id)}</Row>
        <Row name="Name">{s.name}</Row>
        <Row name="Project">
          {s.projectId === scratchProject ? (
            'none (scratch)'
          ) : (
            <a href={`/projects/${encodeURIComponent(s.projectId)}`}>{s.projectId}</a>
          )}
        </Row>
        <OfRelay session={s} />
        {s.role !== null && <Row name="Role">{s.role}</Row>}
        {s.effortId !== null && (
          <Row name="Effort">
            <a href={effortPath(s.effortId)}>{s.effortId}</a>
            {s.parentId !== null && (
              <>
                , for <a href={sessionPath(s.parentId)}>{s.parentId}</a>
              </>
            )}
          </Row>
        )}
        {s.taskId !== null && <Row name="Task">{mono(s.taskId)}</Row>}
        {s.files.length > 0 && <Row name="May write">{mono(s.files.join(' '))}</Row>}
        {s.report !== null && <Row name="Report">{s.report.state}</Row>}
        <Row name="Agent">{mono(spec(s.harness, s.model))}</Row>
        <Row name="Kind">{s.kind}</Row>
        <Row name="Permissions">{s.permissions}</Row>
        <Row name="Status">
          {statusWord[s.status]}, <Since at={s.activity.since} before="for " />
        </Row>
        {s.health !== null && s.health.state !== 'alive' && (
          <Row name="Health">
            {s.health.state}: {s.health.why}
          </Row>
        )}
        <Row name="Branch">{mono(s.branch)}</Row>
        <Row name="Base">{mono(s.baseRef)}</Row>
        <Row name="Workspace">{mono(s.workspace)}</Row>
        <PlaceFacts session={s} />
        <Row name="Conversation">{mono(s.nativeId)}</Row>
        <Row name="Launch">
          {s.launch && (
            <>
              <code>{s.launch.id}</code>
              {s.launch.pid !== null && <> · pid {s.launch.pid}</>} · <Since at={s.launch.startedAt} before="for " />
            </>
          )}
        </Row>
        <Row name="Turn">{s.turn && `${s.turn.n}, ${s.turn.state}`}</Row>
        <Row name="Tokens in">{tokens(s.totals.inputTokens)}</Row>
        <Row name="Tokens out">{tokens(s.totals.outputTokens)}</Row>
        <Row name="Cost">{money(s.totals.costUsd)}</Row>
        <Row name="Files changed">{s.filesChanged}</Row>
        <Row name="Events">{s.lastEventId.toLocaleString('en')}</Row>
        <Row name="Created">
          <Since at={s.createdAt} after=" ago" />
        </Row>
        {s.endReason !== null && (
          <Row name="Ended">
            {s.endReason.replace('_', ' ')} by {s.endedBy}
          </Row>
        )}
      </dl>
      {s.children.length > 0 && (
        <div className="stack">
          <h3>Left running by its turns</h3>
          <ul className="stack small">
            {s.children.map((child) => (
              <li key={child.pid} className="mono wrap-any">
                {child.pid} {child.command}
              </li>
            ))}
          </ul>
        </div>
      )}
      <h3>In a terminal</h3>
      <Command text={`drover session attach ${s.id}`} />
      {s.workspace !== null && <Command text={`cd ${s.workspace}`} />}
    </section>
  )
}
