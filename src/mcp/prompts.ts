/** Prompts for common jobs of an orchestrator: words only, the tools do the work. */
import { z } from 'zod'

export interface Prompt {
  readonly name: string
  readonly description: string
  readonly args: Readonly<Record<string, z.ZodString | z.ZodOptional<z.ZodString>>>
  words(args: Readonly<Record<string, string | undefined>>): string
}

export const prompts: readonly Prompt[] = [
  {
    name: 'fleet_report',
    description: 'What every agent is at, what needs somebody, what it cost',
    args: { project: z.string().optional() },
    words: ({ project }) =>
      `Report on the agents${project ? ` of the project ${project}` : ''}: call sessions${project ? ` with project "${project}"` : ''} until there is no nextCursor, then merges and mail to "operator". Say first who waits for an answer and what is asked, then what failed and why, then what is done and not landed, then what runs. One line each, with the session's id and its cost.`,
  },
  {
    name: 'delegate',
    description: 'Give a piece of work to an agent and see it through',
    args: { project: z.string(), work: z.string() },
    words: ({ project, work }) =>
      `Have an agent do this in the project ${project}:\n\n${work}\n\nSpawn one with a prompt that is whole in itself (it knows nothing of this conversation). Watch it with session_get and tail; answer what it asks where this conversation says the answer, else ask me. When its turn is over, read its diff and say what was done, what was not, and whether it is fit to be landed. Do not kill it.`,
  },
  {
    name: 'review_session',
    description: 'Read what a session did and judge whether it is fit to be landed',
    args: { id: z.string() },
    words: ({ id }) =>
      `Review the session ${id}: session_get, then diff, then tail as far back as you need. Say what it was asked, what it changed, what is wrong or missing by file and line, whether tests cover it, and end with "land" or with the message that you would send it.`,
  },
  {
    name: 'answer_questions',
    description: 'Go through what agents ask and answer what can be answered',
    args: {},
    words: () =>
      'Call sessions with status "needs_input". For each, read its request and the tail of its transcript. Answer only what the task itself decides; show me the others with your proposal, and answer them once I said what.',
  },
]
