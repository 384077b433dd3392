/** The merge queue: what needs somebody, what is under way, what landed. */
import type { ReactNode } from 'react'
import type { Merge } from '#contract/merge'
import { cockpit } from '../../live/cockpit.ts'
import { useStore } from '../../live/store.ts'
import { mergePath } from '../../routes/router.ts'
import { Command, Empty } from '../../ui/parts.tsx'
import { Since } from '../../ui/status.tsx'
import { count } from '../../ui/words.ts'
import { groupOfMerge, groupTitle, inGroups, verifyWords, wordOfMerge } from './words.ts'

export function MergesPage(): ReactNode {
  const merges = useStore(cockpit, (c) => c.fleet.merges)
  const loaded = useStore(cockpit, (c) => c.fleetLoaded)
  return (
    <main className="page" id="main">
      <div className="scroll">
        <div className="narrow stack">
          <h1>Merges</h1>
          {loaded && merges.size === 0 && (
            <Empty title="Nothing has been landed yet">
              <p>Open a session whose work is done and press Land, or run:</p>
              <Command text="drover land <session>" />
            </Empty>
          )}
          {inGroups(merges.values()).map(({ group, merges: list }) => (
            <section key={group} className="stack" aria-label={groupTitle[group]}>
              <h2>
                {groupTitle[group]} <span className="faint num">{list.length}</span>
              </h2>
              <ul className="stack">
                {list.map((merge) => (
                  <li key={merge.id}>
                    <MergeCard merge={merge} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </div>
    </main>
  )
}

function MergeCard({ merge }: { readonly merge: Merge }): ReactNode {
  return (
    <a className="panel project-card" href={mergePath(merge.id)} data-merge={merge.id} data-state={merge.state}>
      <div className="row">
        <strong className="clip grow">
          <OfMerge merge={merge} /> → {merge.target}
        </strong>
        <MergeWord merge={merge} />
        <span className="small faint">
          <Since at={merge.updatedAt} />
        </span>
      </div>
      <p className="small wrap-any">{merge.reason?.message ?? verifyWords(merge)}</p>
      <p className="small faint num">
        {merge.id} · {merge.sessionId ?? merge.branch} · {merge.projectId}
        {merge.tier !== null && ` · ${merge.tier}`}
        {merge.files !== null && ` · ${count(merge.files, 'file')}`}
        {merge.insertions !== null && ` · +${merge.insertions} −${merge.deletions ?? 0}`}
      </p>
    </a>
  )
}

/** What people call the work: its session's name, where the fleet knows it. */
export function OfMerge({ merge }: { readonly merge: Merge }): ReactNode {
  return useStore(cockpit, (c) => c.fleet.sessions.get(merge.sessionId ?? '')?.title) ?? merge.sessionId ?? merge.branch
}

/** The state, by word and sign; never by colour alone. */
export const MergeWord = ({ merge }: { readonly merge: Merge }): ReactNode => (
  <span className="tag" data-strong={groupOfMerge(merge) === 'needs_you' || undefined}>
    {wordOfMerge(merge)}
  </span>
)
