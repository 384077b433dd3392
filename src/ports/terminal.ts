/**
 * The screens of launches whose agents run in the full-screen interface of their CLI, and the keys that go to them. What a
 * screen means is the harness's to say, whether anything may be typed is core's; here it is only looked at and typed into.
 * A screen is named by its launch id, never by a session: an older launch's keys reach nobody.
 */

export interface Screen {
  /** The visible rows, plain text, without blanks at their ends. */
  readonly rows: readonly string[]
  /** The same rows with their colours (SGR sequences alone): a placeholder is told from typed words by them. */
  readonly styled: readonly string[]
  readonly cursor: { readonly x: number; readonly y: number }
  /** What the program calls its window. */
  readonly title: string
  readonly cols: number
  /** The program is gone; what it left on the screen is kept. Nothing is typed into it. */
  readonly dead: boolean
  /** Terminals that show it now, besides viewers of `view`. */
  readonly attached: number
  /** Since somebody last pressed a key in one of them; null: nobody ever did. */
  readonly keyAgoMs: number | null
}

/** gone: there is no such screen (any more). unknown: the program that keeps it did not answer; never taken for gone. */
export type Unseen = 'gone' | 'unknown'

export type TerminalKey = 'Enter' | 'Escape' | 'C-c' | 'C-d' | 'C-u'

export type Typed = 'typed' | 'dead' | Unseen

export interface TerminalTool {
  /** null: it is not installed. */
  readonly version: string | null
  /** Why no terminal can be started here; null: they can. */
  readonly problem: string | null
  /** How to get it. */
  readonly hint: string
}

/** Somebody who looks at a screen from a distance. Calls come in order; bytes were filtered by nobody. */
export interface Viewer {
  /** Everything that shall be on the screen now, history first: at the start, and after what was left out. */
  repaint(bytes: Uint8Array, size: { readonly cols: number; readonly rows: number }): void
  /** Further output. false: the viewer cannot take more now; it is left alone until `resume`, which repaints. */
  output(bytes: Uint8Array): boolean
  resized(size: { readonly cols: number; readonly rows: number }): void
  /** The program is gone, or the screen is. Nothing more comes. */
  ended(why: 'exited' | 'gone'): void
}

export interface Viewing {
  /** Bytes as a terminal sends them for keys. Dropped when the program is gone. */
  keys(bytes: Uint8Array): void
  /** The size that the program is told; the last one who says so is heard. */
  resize(cols: number, rows: number): void
  /** After `output` said false: the viewer takes more again. */
  resume(): void
  close(): void
}

export interface Terminals {
  /** Asked before anything is made: RUNTIME_MISSING is decided by it. */
  tool(): Promise<TerminalTool>
  screen(launchId: string): Promise<Screen | Unseen>
  /** As one bracketed paste, newlines and all: no key is read into it. Nothing is pasted where the program is gone. */
  paste(launchId: string, text: string): Promise<Typed>
  press(launchId: string, keys: readonly TerminalKey[]): Promise<Typed>
  /** One reader serves all viewers of a screen, and lives while somebody looks. */
  view(launchId: string, viewer: Viewer): Promise<Viewing | Unseen>
  /** The program that shows it in a terminal of the caller's own, and what its environment must not hold. */
  attach(launchId: string, readOnly: boolean): { readonly argv: readonly string[]; readonly unset: readonly string[] }
  /** Every screen that is kept, of launches that ended too. */
  kept(): Promise<readonly { readonly launchId: string; readonly dead: boolean }[] | 'unknown'>
  /** Takes the screen of a launch that is over away. One whose program runs is left alone. */
  drop(launchId: string): Promise<void>
}
