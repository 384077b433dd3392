/** What the dashboard asks of whoever draws it. Loads that one, and only when it is needed; types of React stay on its side. */
import type { Key } from '#core/dashboard/hands'
import type { Row } from '#core/dashboard/spans'

export interface View {
  draw(rows: readonly Row[]): void
  /** The terminal is as it was. */
  end(): Promise<void>
}

export interface ViewOptions {
  readonly colour: boolean
  onKey(key: Key): void
}

interface ViewModule {
  open(options: ViewOptions): View
}

/** The bundler reads the name; the compiler is not to follow it. */
export const loadView = async (): Promise<ViewModule> => (await import('./view.ts' as string)) as ViewModule
