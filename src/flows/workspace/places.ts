/**
 * A session's work in the operator's editor, and its own servers. The editor is the user's choice (`[editor] open`), read at
 * each call; a program is started for the operator alone, with a path inside the session's workspace.
 */
import { DroverError } from '#contract/error'
import type { Places } from '#contract/places'
import { editorFor, pathOf, type Spot } from '#core/workspace/editor'
import type { Context } from '#flows/engine/context'
import { needSession } from '#flows/session/views'

/** Of a block; a project may ask for a thousand. */
const mostAsked = 20

const workspaceOf = (context: Context, id: string) => {
  const session = needSession(context, id)
  const workspace = session.workspaceId === null ? null : context.journal.reads.workspace(session.workspaceId)
  const there = workspace !== null && workspace.removedAt === null && context.exists(workspace.path)
  return { session, workspace: there ? workspace : null }
}

export async function placesOf(context: Context, id: string): Promise<Places> {
  const { session, workspace } = workspaceOf(context, id)
  if (workspace === null) return { workspace: null, editor: null, ports: null }
  const way = editorFor(context.settings.of(null).editor.open, workspace.path)
  const count = context.settings.of(context.journal.reads.project(session.projectId)).ports
  const editor = way === null ? null : { type: way.type, name: way.name, href: way.href }
  if (workspace.portBase === null) return { workspace: workspace.path, editor, ports: null }
  const base = workspace.portBase
  const asked = Array.from({ length: Math.min(count, mostAsked) }, (_, n) => base + n)
  const heard = await Promise.all(asked.map((port) => context.desk.listens(port)))
  return { workspace: workspace.path, editor, ports: { base, count, listening: asked.filter((_, n) => heard[n]) } }
}

export async function openEditor(context: Context, id: string, spot: Spot): Promise<{ readonly opened: string }> {
  const { workspace } = workspaceOf(context, id)
  const path = workspace === null ? null : pathOf(workspace.path, spot)
  if (path === null || !context.exists(path))
    throw new DroverError('FILE_NOT_FOUND', `There is no ${spot.file ?? 'workspace'} of session ${id} to open.`, {
      hint: `See what is left of it with: drover session get ${id}`,
    })
  const way = editorFor(context.settings.of(null).editor.open, path, spot.line)
  if (way?.type !== 'command')
    throw new DroverError('EDITOR_FAILED', 'No program is set that opens an editor.', {
      hint: 'In your config.toml: [editor] open = "code" (or a link that the page follows: "vscode://file{path}").',
    })
  try {
    await context.desk.open(way.argv)
  } catch (cause) {
    throw new DroverError('EDITOR_FAILED', `${way.name} did not open: ${(cause as Error).message}.`, {
      cause,
      hint: 'Correct [editor] open in your config.toml; the program is started where the daemon runs.',
    })
  }
  return { opened: path }
}
