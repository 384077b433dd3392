/** What controllers that speak T3's words have made here: their names for projects and threads, and which commands were answered. */

export interface T3ProjectRecord {
  readonly id: string
  readonly title: string
  readonly root: string
  /** null: nothing of Drover's lies there; its threads have directories of their own. */
  readonly projectId: string | null
  readonly createdAt: string
}

export interface T3ThreadRecord {
  readonly id: string
  /** Of T3's names. */
  readonly project: string
  readonly title: string
  readonly instanceId: string
  readonly model: string
  readonly runtimeMode: string
  readonly interactionMode: string
  readonly branch: string | null
  readonly sessionId: string | null
  /** The first words, until a session has been given them. */
  readonly words: string | null
  /** When somebody last said something to it. */
  readonly wordsAt: string | null
  /** Why it could not be begun. */
  readonly failure: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly archivedAt: string | null
  readonly deletedAt: string | null
}

export interface T3CommandRecord {
  /** Never given twice, and only ever more. */
  readonly n: number
  readonly id: string
  /** null: it was carried out. */
  readonly error: string | null
}

export interface T3Reads {
  t3Project(id: string): T3ProjectRecord | null
  t3Projects(): readonly T3ProjectRecord[]
  t3Thread(id: string): T3ThreadRecord | null
  /** The newest so many, oldest first. */
  t3Threads(limit: number): readonly T3ThreadRecord[]
  /** Those whose first words no session has been given yet. */
  t3Waiting(): readonly T3ThreadRecord[]
  t3Command(id: string): T3CommandRecord | null
  lastT3Command(): number
}

export interface T3Writes {
  insertT3Project(project: T3ProjectRecord): void
  insertT3Thread(thread: T3ThreadRecord): void
  /** Sets `updatedAt` to the given time. */
  updateT3Thread(id: string, patch: Partial<Omit<T3ThreadRecord, 'id' | 'createdAt'>> & { updatedAt: string }): void
  insertT3Command(command: { readonly id: string; readonly error: string | null; readonly at: string }): number
  /** Retention: the newest one always stays. */
  pruneT3Commands(before: string): void
}
