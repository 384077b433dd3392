/** Whether an ended session may be put out of sight. What ends it is another decision. */
import type { Refusal } from '#contract/error'
import type { Phase } from '#contract/session'

export interface ArchiveFacts {
  readonly id: string
  readonly phase: Phase
  readonly archived: boolean
}

/** `already`: nothing is written, and nobody is told. */
export function decideArchive({ id, phase, archived }: ArchiveFacts): 'archive' | 'already' | Refusal {
  if (phase !== 'ended') {
    return {
      refused: 'SESSION_NOT_ENDED',
      message: `Session ${id} has not ended; only ended sessions are archived.`,
      hint: `End it first: drover session kill ${id} — or both at once: drover session archive --end ${id}`,
    }
  }
  return archived ? 'already' : 'archive'
}

export const decideUnarchive = ({ archived }: Pick<ArchiveFacts, 'archived'>): 'unarchive' | 'already' =>
  archived ? 'unarchive' : 'already'
