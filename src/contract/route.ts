/** The routes of a project as `routes check` shows them: who would run, what is wrong, what is worth a word. */
import type { ErrorCode } from './error.ts'

export interface RouteAgent {
  /** `harness[:model]`. */
  readonly agent: string
  readonly model: string | null
  /** `2`, `2-4` or `*`. */
  readonly quota: string
  /** Is its program there? null: nobody could tell. */
  readonly found: boolean | null
}

export interface ResolvedRoute {
  /** As in `[routes]`; `role.NAME` for the route of a role, `mix` for `[relay] mix`. */
  readonly name: string
  readonly entries: readonly string[]
  readonly agents: readonly RouteAgent[]
}

export interface RouteError {
  readonly code: ErrorCode
  /** null: of no single route. */
  readonly route: string | null
  readonly message: string
  readonly hint: string
}

export interface RouteWarning {
  readonly route: string | null
  readonly message: string
}

export interface RouteCheck {
  readonly routes: readonly ResolvedRoute[]
  readonly errors: readonly RouteError[]
  readonly warnings: readonly RouteWarning[]
}
