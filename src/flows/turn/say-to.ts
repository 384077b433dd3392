/**
 * Words to a running agent: committed with their byte position, then written; what could not be written is written later, once.
 * Who speaks, and what, is its callers'.
 */
import { DroverError } from '#contract/error'
import type { Active, Context } from '#flows/engine/context'
import { isTerminal } from '#flows/terminal/side'
import type { AgentInput } from '#ports/harness'
import type { Tx } from '#ports/store/journal'
import { publishDeltas } from './live-words.ts'
import { hearAll } from './store-chunk.ts'

export const isUnwritable = (cause: unknown): cause is DroverError =>
  cause instanceof DroverError && cause.code === 'STORE_UNWRITABLE'

/** Words to a running agent: committed with the dialogue's state and their byte position, then written. false: unheard. */
export async function sayTo(
  context: Context,
  active: Active,
  input: AgentInput,
  also?: (tx: Tx) => void,
): Promise<boolean> {
  if (isTerminal(active)) return context.typeTo(active, input, also)
  // The dialogue has heard more than is stored: saved now, a restart would hear that twice.
  if (active.unstored)
    throw new DroverError(
      'STORE_UNWRITABLE',
      'What the agent said waits to be stored, and words to it wait for that.',
      {
        hint: 'Free some disk space, then try again.',
      },
    )
  const heard = active.dialogue.say(input)
  if (heard.unheard === true) return false
  context.journal.command((tx) => {
    if (tx.launch(active.launchId) === null) return
    also?.(tx)
    hearAll(context, tx, active, [heard])
    tx.updateLaunch(active.launchId, { dialogue: active.dialogue.save() })
  })
  publishDeltas(context, active, [heard])
  await deliverOutbox(context, active)
  return true
}

/** Writes what was committed and not yet written; positions make repeating it harmless. */
function deliverOutbox(context: Context, active: Active): Promise<void> {
  const deliver = async (): Promise<void> => {
    const entries = context.journal.reads.outbox(active.launchId)
    const last = entries.at(-1)
    if (last === undefined || active.detached) return
    context.faultPoint('outbox:committed')
    for (const entry of entries) await active.launch.write(entry.text, entry.at)
    context.faultPoint('outbox:written')
    try {
      context.journal.ingest((tx) => tx.clearOutbox(active.launchId, last.at + 1))
    } catch (cause) {
      // They stand where they belong: written once more with the next ones, they change nothing.
      if (!isUnwritable(cause)) throw cause
    }
  }
  active.writing = active.writing.then(deliver, deliver)
  return active.writing
}

/** What cannot be written to an agent now ends nobody: it is written with the next words, or by the next daemon. */
export async function deliverOrSay(context: Context, active: Active): Promise<void> {
  await deliverOutbox(context, active).catch((cause: unknown) =>
    context.log.error('words to an agent wait: they could not be written', { launch: active.launchId, cause }),
  )
}
