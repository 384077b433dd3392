/**
 * A queue of another tool in a repository, before a relay works on Drover's own: where nothing was ever brought over, "empty"
 * would be a lie. Pure: what was read in, acceptance or refusal out. Drover imports such a queue and never drives it.
 */
import type { Refusal } from '#contract/error'
import { importTasks } from './import-tasks.ts'

/** Where `laps` keeps its queue, from the root of a repository. */
export const lapsFile = '.laps/laps.json'

export interface ForeignQueueFacts {
  readonly projectId: string
  /** Of the file: null, there is none; `fault`: it is there and cannot be read. */
  readonly found: { readonly text: string } | { readonly fault: string } | null
  /** Tasks that the project's own queue holds or ever finished. */
  readonly known: number
}

export function decideForeignQueue({ projectId, found, known }: ForeignQueueFacts): 'accept' | Refusal {
  if (found === null || known > 0) return 'accept'
  const read = 'fault' in found ? found : importTasks(found.text)
  if ('fault' in read)
    return refuse(
      `${projectId} keeps a queue in ${lapsFile} that cannot be read: ${read.fault}.`,
      `Mend or remove the file, or add tasks here: drover task add -p ${projectId} --title "…"`,
    )
  const open = read.drafts.filter((draft) => !draft.done).length
  if (open === 0) return 'accept'
  return refuse(
    `${projectId} has no tasks here, and ${open} open in ${lapsFile}, a queue that Drover imports and does not work on.`,
    `Bring them over once: drover task import -p ${projectId} ${lapsFile}`,
  )
}

const refuse = (message: string, hint: string): Refusal => ({
  refused: 'QUEUE_UNREADABLE',
  message,
  hint,
  details: { file: lapsFile },
})
