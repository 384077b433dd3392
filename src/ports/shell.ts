/** Reading shell commands: a real grammar, no guesses. */
import type { ShellScript } from '#contract/shell'

export interface ShellParser {
  /** `unparsable`: no shell would take it, or it nests deeper than anybody writes. */
  parse(command: string): ShellScript | 'unparsable'
}
