/** The operator's own commands: those that read, those that change something behind a question, and what the last one said. */
import './actions.css'
import { type ReactNode, useState } from 'react'
import type { ActionResult, ActionView } from '#contract/action'
import { listActions, runAction } from '../../api/action-calls.ts'
import type { ApiError } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Command, Empty, Problem } from '../../ui/parts.tsx'
import { say } from '../../ui/said.ts'
import { useRead } from '../../ui/use-read.ts'
import { exitWords, longWords } from './words.ts'

interface Said {
  readonly action: ActionView
  readonly result: ActionResult | null
  readonly error: ApiError | null
}

export function ActionsPage(): ReactNode {
  const read = useRead('actions', listActions)
  const [busy, setBusy] = useState<string | null>(null)
  const [said, setSaid] = useState<Said | null>(null)
  const run = async (action: ActionView): Promise<void> => {
    if (busy !== null) return
    setBusy(action.name)
    try {
      const result = await runAction(action.name)
      setSaid({ action, result, error: null })
      say(`${action.title}: ${exitWords(result)}`)
    } catch (error) {
      setSaid({ action, result: null, error: error as ApiError })
    }
    setBusy(null)
    read.again()
  }
  const actions = read.data ?? []
  const reading = actions.filter((one) => !one.mutating)
  const changing = actions.filter((one) => one.mutating)
  return (
    <main className="page" id="main" aria-busy={(read.data === null && read.error === null) || undefined}>
      <div className="scroll">
        <div className="narrow stack">
          <h1>Actions</h1>
          {read.error && <Problem error={read.error} />}
          {read.data?.length === 0 && (
            <Empty title="No action yet">
              <p>
                Commands of your own, one press each, fixed in <code>[actions]</code> of your config.toml. They work
                while agents are down.
              </p>
              <Command text="drover actions ls" />
            </Empty>
          )}
          {reading.length > 0 && (
            <section className="stack" aria-label="Look">
              <h2>Look</h2>
              <div className="actions-row">
                {reading.map((action) => (
                  <One key={action.name} action={action} busy={busy} run={run} />
                ))}
              </div>
            </section>
          )}
          {changing.length > 0 && (
            <details className="more" data-danger>
              <summary>Change something ({changing.length})</summary>
              <div className="actions-row">
                {changing.map((action) => (
                  <One key={action.name} action={action} busy={busy} run={run} />
                ))}
              </div>
            </details>
          )}
          {said !== null && <Output said={said} />}
        </div>
      </div>
    </main>
  )
}

/** Asked for on the spot: the button becomes its question. */
function One(props: {
  readonly action: ActionView
  readonly busy: string | null
  readonly run: (action: ActionView) => Promise<void>
}): ReactNode {
  const { action, busy, run } = props
  const [asking, setAsking] = useState(false)
  const runsElsewhere = action.runningSince !== null && busy !== action.name
  if (asking)
    return (
      <div
        className="action-question panel"
        role="alertdialog"
        aria-label={action.confirm ?? action.title}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setAsking(false)
        }}
      >
        <p>
          <strong>{action.confirm}</strong>
          {action.before !== null && <span className="soft"> First {action.before} runs, and its output is kept.</span>}
        </p>
        <div className="row row-wrap">
          <Button autoFocus onClick={() => setAsking(false)}>
            Keep as it is
          </Button>
          <Button
            look="danger"
            onClick={() => {
              setAsking(false)
              void run(action)
            }}
          >
            {action.title}
          </Button>
        </div>
      </div>
    )
  return (
    <Button
      look={action.mutating ? 'danger-quiet' : 'plain'}
      busy={busy === action.name}
      disabled={(busy !== null && busy !== action.name) || runsElsewhere}
      data-action={action.name}
      onClick={() => (action.confirm === null ? void run(action) : setAsking(true))}
    >
      {action.title}
      {runsElsewhere && <span className="small faint"> (runs)</span>}
    </Button>
  )
}

function Output({ said }: { readonly said: Said }): ReactNode {
  const { action, result, error } = said
  return (
    <section className="action-output panel stack" aria-label="Output" data-output={action.name}>
      <div className="row row-wrap">
        <strong className="grow">{action.title}</strong>
        {result && (
          <span
            className="tag num"
            data-strong={result.exitCode !== 0 || undefined}
            data-exit={String(result.exitCode)}
          >
            {exitWords(result)} · {longWords(result.durationMs)}
          </span>
        )}
      </div>
      {error && <Problem error={error} />}
      {result?.before && (
        <details className="more">
          <summary>
            {result.before.name} ran first: {exitWords(result.before)}
          </summary>
          <p className="small soft wrap-any">
            {result.before.kept === null ? 'It could not be kept in a file.' : `Kept in ${result.before.kept}`}
          </p>
          <Streams {...result.before} />
        </details>
      )}
      {result && <Streams {...result} />}
    </section>
  )
}

const Streams = ({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): ReactNode => (
  <>
    {stdout !== '' && (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
      <pre tabIndex={0}>{stdout}</pre>
    )}
    {stderr !== '' && (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
      <pre tabIndex={0} data-stream="stderr">
        {stderr}
      </pre>
    )}
    {stdout === '' && stderr === '' && <p className="faint">(no output)</p>}
  </>
)
