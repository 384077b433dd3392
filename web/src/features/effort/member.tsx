/** One session of an effort as a row of its tree; on a phone the tree is a list, and each row says whom it works for. */
import type { CSSProperties, ReactNode } from 'react'
import type { Effort, EffortMember } from '#contract/effort'
import { awaitedOf, waitWords } from '#core/effort/tree'
import { cockpit } from '../../live/cockpit.ts'
import { useStore } from '../../live/store.ts'
import { mergePath, sessionPath } from '../../routes/router.ts'
import { useNow } from '../../ui/clock.ts'
import { Since, StatusWord } from '../../ui/status.tsx'
import { money, tokens } from '../../ui/words.ts'

/** By its title, as everywhere: a session without a name is called by the first line of its prompt. */
export const useCalled = (id: string, name: string): string =>
  useStore(cockpit, (c) => c.fleet.sessions.get(id)?.title ?? name)

export function Member(props: {
  readonly member: EffortMember
  readonly level: number
  readonly effort: Effort
}): ReactNode {
  const { member, level, effort } = props
  const { id, name, role, parentId, taskId, status, files, report } = member
  const called = useCalled(id, name)
  const parent = effort.sessions.find((one) => one.id === parentId)
  const merges = effort.merges.filter(({ sessionId }) => sessionId === id)
  return (
    <li
      className="effort-member"
      style={{ '--level': level } as CSSProperties}
      data-member={id}
      data-level={level}
      data-status={status}
    >
      <div className="row">
        <span className="tag" data-strong="true">
          {role}
        </span>
        <a className="clip grow effort-name" href={sessionPath(id)} title={called}>
          {called === id ? id : `${called} (${id})`}
        </a>
        <StatusWord status={status} />
      </div>
      <p className="small soft wrap-any">
        {parent !== undefined && (
          <span className="effort-for">
            for {parent.role} {parent.id} ·{' '}
          </span>
        )}
        <Waits member={member} effort={effort} />
        {report?.state === 'missing' && <strong>gave no report · </strong>}
        {taskId !== null && <>{taskId} · </>}
        {files.length > 0 && (
          <>
            <code>{files.join(' ')}</code> ·{' '}
          </>
        )}
        {merges.map((merge) => (
          <span key={merge.id}>
            <a href={mergePath(merge.id)}>{merge.id}</a> {merge.state.replace('_', ' ')} ·{' '}
          </span>
        ))}
        <Figures member={member} />
      </p>
    </li>
  )
}

function Waits({ member, effort }: { readonly member: EffortMember; readonly effort: Effort }): ReactNode {
  const { waitingFor, status } = member
  const words = useNow((now) => (waitingFor === null || status === 'ended' ? '' : waitWords(waitingFor, now)))
  if (words === '') return null
  const awaited = awaitedOf(member, effort.sessions)
  return (
    <span data-waits>
      {words}
      {awaited.length > 0 && ` (${awaited.map(({ id }) => id).join(', ')})`} ·{' '}
    </span>
  )
}

function Figures({ member }: { readonly member: EffortMember }): ReactNode {
  const { totals, createdAt } = member
  const used = (totals.inputTokens ?? 0) + (totals.outputTokens ?? 0)
  return (
    <span className="num faint">
      {used > 0 && `${tokens(used)} tokens · `}
      {totals.costUsd !== null && `${money(totals.costUsd)} · `}
      <Since at={createdAt} after=" ago" />
    </span>
  )
}
