/** What one of them changed, in its column: open where columns stand side by side, else asked for when it is opened; read again when its counts change. */
import { type ReactNode, useMemo, useState } from 'react'
import type { HeatSide } from '#contract/heat'
import { getDiff } from '../../api/calls.ts'
import { Problem, Progress } from '../../ui/parts.tsx'
import { useRead } from '../../ui/use-read.ts'
import { useMedia } from '../../ui/width.ts'
import { parsePatch } from '../session/patch.ts'
import { PatchView } from '../session/patch-view.tsx'

export function SideDiff({ side }: { readonly side: HeatSide }): ReactNode {
  const wide = useMedia('(min-width: 760px)')
  const [open, setOpen] = useState(wide)
  const key = `${side.sessionId}/${side.files.length}/${side.additions}/${side.deletions}`
  const diff = useRead(open ? key : null, () => getDiff(side.sessionId, {}))
  const files = useMemo(() => (diff.data ? parsePatch(diff.data.patch) : []), [diff.data])
  if (side.files.length === 0) return <p className="small faint">No changes yet</p>
  return (
    <details className="more" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Differences</summary>
      {open && diff.data === null && !diff.error && <Progress what="Reading the differences" />}
      {diff.error && <Problem error={diff.error} />}
      {files.map((file) => (
        <PatchView key={file.path} file={file} layout="unified" />
      ))}
    </details>
  )
}
