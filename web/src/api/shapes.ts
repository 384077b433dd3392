/** Answers of the API for which the contract has no type of its own: harnesses, doctor, differences, raw output, status. */

export interface HarnessView {
  readonly id: string
  readonly name: string
  readonly proven: 'tested' | 'untested'
  readonly testedVersions: string
  readonly install: string
  readonly readiness: {
    readonly state: 'ready' | 'missing' | 'signed-out' | 'unknown'
    readonly binary: string | null
    readonly version: string | null
    readonly tested: 'inside' | 'outside' | 'unknown'
    readonly message: string
    readonly hint?: string
  } | null
  readonly probedAt: string | null
  readonly custom: boolean
  readonly abilities: { readonly models: boolean; readonly permissions: readonly string[]; readonly resume: boolean }
}

export interface DoctorReport {
  readonly ok: boolean
  readonly failures: number
  readonly checks: readonly {
    readonly section: string
    readonly name: string
    readonly level: 'PASS' | 'WARN' | 'FAIL'
    readonly message: string
    readonly hint?: string
  }[]
}

export interface DiffFile {
  readonly path: string
  readonly oldPath?: string
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed' | 'type'
  readonly additions: number | null
  readonly deletions: number | null
  readonly binary: boolean
}

export interface DiffView {
  readonly base: string
  readonly head: string
  readonly files: readonly DiffFile[]
  readonly patch: string
  readonly truncated: boolean
}

export interface RawChunk {
  readonly text: string
  readonly next: number
  readonly size: number
  readonly launch: number
}

export interface PageBearer {
  readonly id: number
  readonly label: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
}

export interface DaemonStatus {
  readonly state: 'ready' | 'not_ready'
  readonly pid: number
  readonly port: number | null
  readonly startedAt: string
  readonly uptimeSeconds: number
  readonly version: string
  readonly home: string
  readonly lastSeq: number
}
