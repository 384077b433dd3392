/** What the agent's process wrote, byte for byte as far as text can show it: the end first, earlier parts on request. */

import { type ReactNode, useState } from 'react'
import type { Session } from '#contract/session'
import { getRaw } from '../../api/calls.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Problem, Progress, Segments } from '../../ui/parts.tsx'
import { useRead } from '../../ui/use-read.ts'
import { bytes, printable } from '../../ui/words.ts'

const part = 48 * 1024

export function RawLog({ session }: { readonly session: Session }): ReactNode {
  const [channel, setChannel] = useState<'stdout' | 'stderr'>('stdout')
  const [parts, setParts] = useState(1)
  const log = useRead(
    `${session.id}/${channel}/${parts}/${session.launch?.id ?? ''}/${session.turn?.state ?? ''}`,
    async () => {
      const { size } = await getRaw(session.id, { channel, from: 0, limit: 1 })
      const from = Math.max(0, size - part * parts)
      const chunk = size === 0 ? { text: '' } : await getRaw(session.id, { channel, from, limit: part * parts })
      return { size, from, text: chunk.text }
    },
  )
  return (
    <section className="stack" aria-label="Raw log">
      <div className="row row-wrap">
        <Segments
          label="Channel"
          value={channel}
          options={[
            { id: 'stdout', label: 'Output' },
            { id: 'stderr', label: 'Errors' },
          ]}
          onPick={(id) => {
            setParts(1)
            setChannel(id)
          }}
        />
        <span className="grow" />
        <Button onClick={log.again} busy={log.loading && log.data !== null}>
          Refresh
        </Button>
      </div>
      {log.error && <Problem error={log.error} />}
      {!log.data && !log.error && <Progress what="Reading the log" />}
      {log.data?.size === 0 && (
        <Empty title="Nothing written">
          <p>The newest launch wrote nothing on this channel.</p>
        </Empty>
      )}
      {log.data && log.data.size > 0 && (
        <>
          <div className="row small faint">
            {log.data.from > 0 && (
              <Button look="quiet" onClick={() => setParts(parts + 4)} disabled={parts > 16}>
                Earlier
              </Button>
            )}
            <span className="num">
              {bytes(log.data.size - log.data.from)} of {bytes(log.data.size)}
            </span>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
          <pre className="out raw" tabIndex={0} data-raw>
            {printable(log.data.text)}
          </pre>
        </>
      )}
    </section>
  )
}
