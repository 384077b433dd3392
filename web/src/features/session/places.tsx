/** The session's files in an editor and its own servers, where there are any. Asked when a turn begins or ends, and while facts are open. */
import { type ReactNode, useEffect } from 'react'
import type { EditorWay, Places } from '#contract/places'
import type { Session } from '#contract/session'
import { getPlaces, openEditor } from '../../api/calls.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/parts.tsx'
import { say } from '../../ui/said.ts'
import { useAction } from '../../ui/use-action.ts'
import { type Read, useRead } from '../../ui/use-read.ts'

export const usePlaces = ({ id, status, turn, workspace }: Session): Read<Places> =>
  useRead(workspace === null ? null : `${id} ${turn?.n ?? 0} ${status}`, () => getPlaces(id))

/** A server of the session's machine, by the name that this page was reached by. */
export const previewOf = (port: number): string => `http://${window.location.hostname}:${port}/`

/** A link is followed here, on the machine of whoever looks; a program is started where the daemon runs. */
export async function openIn(session: Session, editor: EditorWay): Promise<void> {
  if (editor.href !== null) {
    window.location.assign(editor.href)
    return
  }
  await openEditor(session.id)
  say(`Opened in ${editor.name}`)
}

const everyMs = 10_000

/** Rows of the facts. */
export function PlaceFacts({ session }: { readonly session: Session }): ReactNode {
  const { data, again } = usePlaces(session)
  const opening = useAction((editor: EditorWay) => openIn(session, editor))
  useEffect(() => {
    const timer = setInterval(again, everyMs)
    return () => clearInterval(timer)
  }, [again])
  if (data === null) return null
  const { editor, ports } = data
  return (
    <>
      {editor !== null && (
        <>
          <dt>Editor</dt>
          <dd>
            {editor.href !== null ? (
              <a href={editor.href}>Open in {editor.name}</a>
            ) : (
              <Button busy={opening.busy} onClick={() => void opening.run(editor)}>
                Open in {editor.name}
              </Button>
            )}
            {opening.error && <Problem error={opening.error} />}
          </dd>
        </>
      )}
      {ports !== null && (
        <>
          <dt>Ports</dt>
          <dd>
            {ports.base}–{ports.base + ports.count - 1}
            {ports.listening.length === 0 && <span className="faint">, nothing listens</span>}
          </dd>
        </>
      )}
      {ports !== null && ports.listening.length > 0 && (
        <>
          <dt>Preview</dt>
          <dd className="row">
            {ports.listening.map((port) => (
              <a key={port} href={previewOf(port)} target="_blank" rel="noreferrer">
                {previewOf(port)}
              </a>
            ))}
          </dd>
        </>
      )}
    </>
  )
}
