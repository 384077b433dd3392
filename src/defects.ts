/** The journal as it is. The crash tests build a daemon with another file in this one's place, which plants defects. */
import type { Journal } from '#ports/store/journal'

export const plantDefects = (journal: Journal, _env: NodeJS.ProcessEnv): Journal => journal
