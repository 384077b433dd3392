/** Text of any size and any bytes: shown as it is, cut where it is long, with the whole one tap away. */

import { type ReactNode, useState } from 'react'
import type { BlobRef } from '#contract/agent-event'
import { getBlob } from '../../api/calls.ts'
import { Button } from '../../ui/button.tsx'
import { say } from '../../ui/said.ts'
import { bytes, count, printable } from '../../ui/words.ts'

const previewChars = 4_000
const previewLines = 60

function preview(text: string): string {
  const cut = text.length > previewChars ? text.slice(0, previewChars) : text
  const lines = cut.split('\n')
  return lines.length > previewLines ? lines.slice(0, previewLines).join('\n') : cut
}

export function LongText(props: {
  readonly sessionId: string
  readonly text: string
  readonly blob?: BlobRef | undefined
  readonly mono?: boolean
}): ReactNode {
  const [whole, setWhole] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const short = preview(props.text)
  const cut = short.length < props.text.length || props.blob !== undefined
  const size = props.blob ? bytes(props.blob.bytes) : count(props.text.split('\n').length, 'line')
  const showAll = async (): Promise<void> => {
    if (!props.blob) {
      setWhole(props.text)
      return
    }
    setBusy(true)
    try {
      setWhole(await getBlob(props.sessionId, props.blob.blob))
    } catch (cause) {
      say((cause as Error).message)
    }
    setBusy(false)
  }
  return (
    <div className="long">
      <pre className={props.mono ? 'out' : 'out plain'} tabIndex={props.mono ? 0 : undefined}>
        {printable(whole ?? short)}
      </pre>
      {cut && (
        <Button look="quiet" busy={busy} onClick={() => (whole === null ? void showAll() : setWhole(null))}>
          {whole === null ? `Show all (${size})` : 'Show less'}
        </Button>
      )}
    </div>
  )
}
