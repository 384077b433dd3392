/** One file's difference, in one column or two. Long ones wait until they are asked for. */
import { memo, type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { count, printable } from '../../ui/words.ts'
import { type Hunk, type PatchFile, type PatchLine, pairs } from './patch.ts'

export type Layout = 'unified' | 'split'

const unasked = 600

export const PatchView = memo(function PatchView({
  file,
  layout,
}: {
  readonly file: PatchFile
  readonly layout: Layout
}): ReactNode {
  const [all, setAll] = useState(false)
  return (
    <details className="patch" open>
      <summary className="mono wrap-any">
        {file.oldPath !== null && file.oldPath !== file.path && <>{file.oldPath} → </>}
        {file.path}
        {file.note !== null && <span className="tag">{file.note}</span>}
      </summary>
      {file.lines > unasked && !all ? (
        <Button look="quiet" onClick={() => setAll(true)}>
          Show {count(file.lines, 'line')}
        </Button>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <div className="patch-scroll" tabIndex={0}>
          {file.hunks.map((hunk) => (
            <table key={hunk.head} className="hunk" data-layout={layout}>
              <caption className="mono">{hunk.head}</caption>
              <tbody>{layout === 'split' ? <SplitRows hunk={hunk} /> : <UnifiedRows hunk={hunk} />}</tbody>
            </table>
          ))}
        </div>
      )}
    </details>
  )
})

const UnifiedRows = ({ hunk }: { readonly hunk: Hunk }): ReactNode =>
  hunk.lines.map((line) => (
    <tr key={`${line.old}/${line.new}`} data-sign={line.sign}>
      <td className="no">{line.old}</td>
      <td className="no">{line.new}</td>
      <td className="code">
        <Sign line={line} />
      </td>
    </tr>
  ))

const SplitRows = ({ hunk }: { readonly hunk: Hunk }): ReactNode =>
  pairs(hunk.lines).map((pair) => (
    <tr key={`${pair.old?.old}/${pair.new?.new}`}>
      <td className="no">{pair.old?.old}</td>
      <td className="code" data-sign={pair.old === null ? 'none' : pair.old.sign}>
        {pair.old && <Sign line={pair.old} />}
      </td>
      <td className="no">{pair.new?.new}</td>
      <td className="code" data-sign={pair.new === null ? 'none' : pair.new.sign}>
        {pair.new && <Sign line={pair.new} />}
      </td>
    </tr>
  ))

/** The sign is text, so that it is told apart without colour and by ear. */
const Sign = ({ line }: { readonly line: PatchLine }): ReactNode => `${line.sign} ${printable(line.text)}`
