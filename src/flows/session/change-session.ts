/** What the operator may change of a session that exists: its name, and the model of its turns from the next one on. */
import { DroverError } from '#contract/error'
import type { Session } from '#contract/session'
import { decideName } from '#core/session/spawn'
import { accepted } from '#flows/engine/accepted'
import type { Context } from '#flows/engine/context'
import type { SessionRecord } from '#ports/store/session'
import { chooseModel } from './check-spawn.ts'
import { groundOf } from './ground.ts'
import { needKnown, tellSession, viewSession } from './views.ts'

export function changeSession(
  context: Context,
  id: string,
  patch: { readonly name?: string; readonly model?: string | null },
): Session {
  needKnown(context, id)
  const change: { -readonly [K in 'name' | 'model']?: SessionRecord[K] } = {}
  if (patch.name !== undefined) {
    accepted(decideName(patch.name))
    change.name = patch.name.trim()
  }
  if (patch.model !== undefined) change.model = patch.model === null ? null : modelOf(context, id, patch.model)
  if (Object.keys(change).length === 0) {
    throw new DroverError('NAME_REQUIRED', 'Nothing to change was given.', { hint: 'Give a name, a model, or both.' })
  }
  context.journal.command((tx) => {
    tx.updateSession(id, change)
    tellSession(context, tx, id)
  })
  return viewSession(context, context.journal.reads, needKnown(context, id))
}

function modelOf(context: Context, id: string, model: string): string | null {
  const { harness, config } = groundOf(context, id)
  return chooseModel(harness, config, model)
}
