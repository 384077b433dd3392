/** A shell command as a grammar read it: only what a judgement of it needs. Who reads it is `ports/shell`. */

/** A piece of a word. What is `quoted` stays one argument; the rest may fall apart into several or none. */
export type ShellPart =
  | { readonly type: 'text'; readonly value: string }
  /** `$NAME` or `${NAME}` and nothing more. */
  | { readonly type: 'variable'; readonly name: string; readonly quoted: boolean }
  /** `~` or `~user` at a word's beginning. */
  | { readonly type: 'home' }
  /** `*`, `?`, `[…]`, `@(…)`: names of files, within one directory. */
  | { readonly type: 'glob'; readonly text: string }
  /** `{a,b}` as it was written. */
  | { readonly type: 'brace'; readonly text: string }
  /** `$((…))`: a number. */
  | { readonly type: 'number' }
  /** `$(…)` and backticks: what the script prints. */
  | { readonly type: 'output'; readonly script: ShellScript; readonly quoted: boolean }
  /** Whatever else is known only when it runs; `assigns` names the variable it sets on the way. */
  | { readonly type: 'unknown'; readonly quoted: boolean; readonly assigns: string | null }

export interface ShellWord {
  readonly parts: readonly ShellPart[]
  /** Every script that runs while this word is made, wherever in it. */
  readonly runs: readonly ShellScript[]
}

export interface ShellAssignment {
  readonly name: string
  /** null: an array, an element of one, or something appended. */
  readonly value: ShellWord | null
  readonly runs: readonly ShellScript[]
}

export type ShellRedirect =
  | { readonly type: 'read' | 'write'; readonly target: ShellWord }
  /** A here-document or a here-string: what the command reads. */
  | { readonly type: 'text'; readonly body: ShellWord }

export type ShellNode =
  | {
      readonly type: 'command'
      readonly assignments: readonly ShellAssignment[]
      /** Words of `export A=b` are here too, as assignments. */
      readonly words: readonly (ShellWord | ShellAssignment)[]
      readonly redirects: readonly ShellRedirect[]
    }
  /** One after the other; `operators` stand between them. */
  | { readonly type: 'chain'; readonly nodes: readonly ShellNode[]; readonly operators: readonly ('&&' | '||' | ';')[] }
  | { readonly type: 'pipe'; readonly nodes: readonly ShellNode[] }
  /** A process of its own: nothing it changes is seen outside. */
  | { readonly type: 'subshell'; readonly body: ShellNode }
  /** Any of them may run, or none. `first` runs always. */
  | { readonly type: 'branch'; readonly first: ShellNode; readonly bodies: readonly ShellNode[] }
  | { readonly type: 'loop'; readonly first: ShellNode; readonly body: ShellNode }
  /** `words` null: the arguments of the script. */
  | {
      readonly type: 'each'
      readonly name: string
      readonly words: readonly ShellWord[] | null
      readonly body: ShellNode
    }
  | { readonly type: 'function'; readonly name: string; readonly body: ShellNode }
  | { readonly type: 'redirected'; readonly body: ShellNode; readonly redirects: readonly ShellRedirect[] }
  /** `[[ … ]]`, `(( … ))`, the word of a `case`: nothing but what runs inside. */
  | { readonly type: 'test'; readonly runs: readonly ShellScript[] }

export interface ShellScript {
  readonly body: ShellNode
}
