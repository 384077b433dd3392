/**
 * How the instructions of a role travel where several CLIs do it alike: before the words of a prompt, as a file of the launch,
 * or as one argument while it is short enough. Owns these three; which of them a CLI takes, its adapter knows.
 */
import { join } from 'node:path'
import type { LaunchPlan, Start } from '#ports/harness'

/** Before every prompt, for CLIs that have no place of their own for it. Marked, so that nobody takes it for the user's words. */
export const withInstructions = (instructions: string | null, prompt: string): string =>
  instructions === null ? prompt : `<instructions>\n${instructions}\n</instructions>\n\n${prompt}`

/** The start of a CLI whose instructions travel with the prompt. */
export const prompted = (start: Start): Start => ({
  ...start,
  prompt: withInstructions(start.instructions, start.prompt),
  instructions: null,
})

/** The system takes no argument beyond 128 KB; quoting makes it longer. */
const longestArgument = 100_000

/** null: there are none, or they are too long for one argument and go before the prompt. */
export const asArgument = ({ instructions }: Start): string | null =>
  instructions === null || Buffer.byteLength(instructions) > longestArgument ? null : instructions

/** What of the instructions is left for the prompt when an argument carries them where it can. */
export const besideArgument = (start: Start): string =>
  asArgument(start) === null ? withInstructions(start.instructions, start.prompt) : start.prompt

const name = 'instructions.md'

/** Outside the workspace, so that git never sees it. */
export const instructionsPath = ({ launchDir }: Start): string => join(launchDir, name)

export const instructionsFiles = ({ instructions }: Start): LaunchPlan['files'] =>
  instructions === null ? [] : [{ path: name, content: `${instructions}\n` }]
