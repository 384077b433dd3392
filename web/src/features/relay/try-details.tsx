/** Everything that is recorded of one try; its prompt on demand. */
import { Fragment, type ReactNode, useState } from 'react'
import type { Try } from '#contract/relay'
import { tryPrompt } from '../../api/relay-calls.ts'
import { sessionPath } from '../../routes/router.ts'
import { Button } from '../../ui/button.tsx'
import { Problem, Progress } from '../../ui/parts.tsx'
import { useRead } from '../../ui/use-read.ts'
import { bytes, count, money, printable, tokens } from '../../ui/words.ts'

export function TryDetails({ one }: { readonly one: Try }): ReactNode {
  const { totals } = one
  const [wanted, setWanted] = useState(false)
  const used = [
    totals.inputTokens === null ? null : `${tokens(totals.inputTokens)} in`,
    totals.outputTokens === null ? null : `${tokens(totals.outputTokens)} out`,
    money(totals.costUsd) ?? (one.endedAt === null ? null : 'cost not known'),
    totals.toolCalls > 0 ? count(totals.toolCalls, 'tool call') : null,
  ].filter((word) => word !== null)
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Why', one.reason],
    ['Category', one.category?.replaceAll('_', ' ') ?? null],
    ['Evidence', one.evidence.length === 0 ? null : evidenceWords(one)],
    ['It said', one.summary],
    [
      'Changed',
      one.filesChanged === null
        ? null
        : `${count(one.filesChanged, 'file')}, +${one.insertions ?? 0} −${one.deletions ?? 0}`,
    ],
    ['Used', used.join(' · ') || null],
    ['Model', one.model],
    ['CLI', one.cliVersion],
    ['Route', one.role === null ? one.route : `${one.route}, role ${one.role}`],
    ['Exit', one.exitCode === null ? null : String(one.exitCode)],
    ['Lane, turn', `${one.lane}, ${one.turn}`],
    ['Conversation', one.nativeId],
  ]
  return (
    <div className="stack try-details">
      <Commits one={one} />
      <Verified one={one} />
      <dl className="facts small">
        {facts.map(([name, value]) =>
          value === null ? null : (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd className="pre">{value}</dd>
            </Fragment>
          ),
        )}
      </dl>
      {one.handoff !== null && <Words title="What it was told of the work before it" text={one.handoff} />}
      <div className="row row-wrap">
        <a className="button" href={sessionPath(one.sessionId)}>
          Open {one.sessionId}
        </a>
        {!wanted && (
          <Button look="quiet" onClick={() => setWanted(true)}>
            Show its prompt ({bytes(one.promptBytes)})
          </Button>
        )}
      </div>
      {wanted && <Prompt one={one} />}
    </div>
  )
}

const evidenceWords = ({ evidence }: Try): string =>
  evidence
    .map((e) =>
      [e.channel, e.status, e.type, e.exitCode != null ? `exit ${e.exitCode}` : null, e.signal, e.message]
        .filter((word) => word != null && word !== '')
        .join(' '),
    )
    .join('\n')

function Commits({ one }: { readonly one: Try }): ReactNode {
  if (one.commits.length === 0) return null
  return (
    <ul className="small" aria-label="Commits">
      {one.commits.map((commit) => (
        <li key={commit.hash} className="wrap-any">
          <code>{commit.hash.slice(0, 10)}</code> {commit.subject}
          {commit.by === 'drover' && <span className="faint"> (committed by Drover)</span>}
        </li>
      ))}
    </ul>
  )
}

function Verified({ one }: { readonly one: Try }): ReactNode {
  if (one.verify === null) return null
  const { ok, command, output } = one.verify
  return <Words title={`${ok ? 'Verified by' : 'Not verified:'} ${command}`} text={output} open={!ok} />
}

function Words(props: { readonly title: string; readonly text: string; readonly open?: boolean }): ReactNode {
  return (
    <details className="more" open={props.open || undefined}>
      <summary className="wrap-any">{props.title}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre className="mono small relay-words" tabIndex={0}>
        {printable(props.text)}
      </pre>
    </details>
  )
}

function Prompt({ one }: { readonly one: Try }): ReactNode {
  const read = useRead(`${one.relayId}/${one.n}`, () => tryPrompt(one.relayId, one.n))
  if (read.error) return <Problem error={read.error} />
  if (read.data === null) return <Progress what="Reading the prompt" />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <pre className="mono small relay-words" tabIndex={0} data-prompt>
      {printable(read.data)}
    </pre>
  )
}
