/** Whom a request was about, for the log: read from its path and from what was answered. Decides nothing. */
import { isProjectId, isSessionId } from '#contract/ids'

export interface Subject {
  readonly project?: string
  readonly session?: string
  readonly launch?: string
}

interface Answered {
  readonly project?: { readonly id?: string }
  readonly session?: {
    readonly id?: string
    readonly projectId?: string
    readonly launch?: { readonly id?: string } | null
  }
  readonly orchestrator?: { readonly id?: string; readonly projectId?: string }
}

/** `path` is the route's own, with its placeholders. */
export function subjectOf(path: string, params: Readonly<Record<string, string>>, answer: unknown): Subject {
  const { project, session, orchestrator } = (typeof answer === 'object' && answer !== null ? answer : {}) as Answered
  const named = params.id ?? ''
  const aboutProject = path.startsWith('/api/v1/projects/{id}') && isProjectId(named)
  // `m-1`, `e-1`, `g-1`, `h-1` and `mail-1` could be sessions' ids too, of projects called so.
  const other = ['merges', 'efforts', 'groups', 'mail', 'heats'].some((subject) =>
    path.startsWith(`/api/v1/${subject}/`),
  )
  const sessionId =
    session?.id ?? orchestrator?.id ?? (isSessionId(named) && !aboutProject && !other ? named : undefined)
  const projectId =
    session?.projectId ??
    orchestrator?.projectId ??
    project?.id ??
    (aboutProject ? named : sessionId?.replace(/-\d+$/, ''))
  const launchId = session?.launch?.id
  return {
    ...(projectId === undefined ? {} : { project: projectId }),
    ...(sessionId === undefined ? {} : { session: sessionId }),
    ...(launchId === undefined ? {} : { launch: launchId }),
  }
}
