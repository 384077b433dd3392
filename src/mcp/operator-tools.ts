/** The tools of an operator's own client: an editor, a desktop assistant, another orchestrator. What goes in is the contract's. */
import { z } from 'zod'
import { effortBody } from '#contract/api/effort'
import { mailBody, mailReplyBody } from '#contract/api/mail'
import { relayBody } from '#contract/api/relay'
import { answerBody, fenceBody, sendBody, sessionKind, spawnBody, status } from '#contract/api/session'
import { mailStates, mailTypes } from '#contract/mail'
import { mergeStates } from '#contract/merge'
import { taskStates } from '#contract/task-state'
import { api, sessionPath, type Tool, tool } from './tool.ts'

const id = z.string().min(1).max(200).describe('the id of a session, such as "shop-3"')
const project = z.string().max(200).optional().describe('only of this project')
const limit = z.number().int().min(1).max(500).optional().describe('at most so many; the default is 50')
const cursor = z.string().max(500).optional().describe('`nextCursor` of the page before')
const waitSeconds = z
  .number()
  .int()
  .min(1)
  .max(3600)
  .optional()
  .describe('wait so long for the turn to end and answer with the session as it is then; without it, answer at once')

interface Started {
  readonly session?: { readonly id?: string }
}
const following = (sessionId: string | undefined, seconds: number | undefined) =>
  sessionId === undefined || seconds === undefined ? null : { id: sessionId, seconds }

/** A list: by pages of fifty unless the caller says otherwise. */
const list = <Shape extends z.ZodRawShape>(
  name: string,
  path: string,
  description: string,
  input: Shape,
  more: Pick<Tool, 'pages'> = {},
): Tool =>
  tool({
    name,
    description,
    input: { ...input, limit, cursor } as z.ZodRawShape,
    reads: true,
    ...more,
    call: (given) => {
      const { limit: most = 50, ...query } = given as { limit?: number; cursor?: string }
      return {
        method: 'GET',
        path: `${api}/${path}`,
        ...(more.pages === undefined ? { query: { ...query, limit: most } } : { query: without(query) }),
      }
    },
  })

const without = ({ cursor: _, ...query }: { cursor?: string }): Record<string, string> =>
  query as Record<string, string>

const seeing: readonly Tool[] = [
  list('projects', 'projects', 'The registered projects.', {}, { pages: 'projects' }),
  list('sessions', 'sessions', 'The sessions: what each agent is at, its branch, what it cost, what it asks.', {
    project,
    status: status.optional(),
    kind: sessionKind.optional(),
    includeTerminated: z.boolean().optional().describe('also those that ended'),
  }),
  tool({
    name: 'session_get',
    description: 'One session: status, branch, workspace, tokens and cost, the question it asks, why it failed.',
    input: { id },
    reads: true,
    call: ({ id: session }) => ({ method: 'GET', path: sessionPath(session) }),
  }),
  tool({
    name: 'diff',
    description:
      'What a session changed: files and a patch; a long patch is cut and says so. `file`: of one file alone.',
    input: {
      id,
      file: z.string().max(4000).optional(),
      view: z.string().max(80).optional().describe('all, committed, staged, uncommitted, turn:N or commit:HASH'),
      stat: z.boolean().optional().describe('only the files and their counts'),
    },
    reads: true,
    call: ({ id: session, ...query }) => ({ method: 'GET', path: `${sessionPath(session)}/diff`, query }),
  }),
  tool({
    name: 'tail',
    description: 'What was said and done in a session, newest first. `nextCursor` leads to what was before.',
    input: { id, limit, cursor },
    reads: true,
    call: ({ id: session, limit: most = 50, cursor: before = '999999999999999' }) => ({
      method: 'GET',
      path: `${sessionPath(session)}/events`,
      query: { before, limit: most },
    }),
  }),
  list('tasks', 'tasks', 'The tasks of a project: what is open, claimed, blocked, done.', {
    project,
    state: z.enum(taskStates).optional(),
  }),
  list('mail', 'mail', 'Mail between agents and to the operator, newest first.', {
    to: z.string().max(200).optional().describe('"operator" or a session id'),
    from: z.string().max(200).optional(),
    type: z.enum(mailTypes).optional(),
    state: z.enum(mailStates).optional(),
  }),
  list('merges', 'merges', 'The merge queue: what waits, runs, needs somebody, landed.', {
    project,
    session: z.string().max(200).optional(),
    state: z.enum(mergeStates).optional(),
  }),
  list(
    'pr_list',
    'prs',
    'Pull requests that sessions opened, with checks and reviews.',
    { project, open: z.boolean().optional() },
    { pages: 'prs' },
  ),
  tool({
    name: 'doctor',
    description: 'Examine the installation: what is wrong and what to do. Changes nothing.',
    input: {},
    reads: true,
    long: true,
    call: () => ({ method: 'GET', path: `${api}/doctor` }),
  }),
]

const acting: readonly Tool[] = [
  tool({
    name: 'spawn',
    description:
      'Start an agent on a prompt, in a worktree and on a branch of its own. Answers once it runs, or with `waitSeconds` when its turn is over.',
    input: { ...spawnBody.shape, waitSeconds },
    reads: false,
    long: true,
    call: ({ waitSeconds: _, ...body }) => ({ method: 'POST', path: `${api}/sessions`, body }),
    follows: (answer, { waitSeconds: seconds }) => following((answer as Started).session?.id, seconds),
  }),
  tool({
    name: 'send',
    description: 'Say something to an agent: begins a turn, or waits in its queue while one runs.',
    input: { id, ...sendBody.shape, message: z.string().min(1).describe('the words'), waitSeconds },
    reads: false,
    long: true,
    call: ({ id: session, waitSeconds: _, ...body }) => ({
      method: 'POST',
      path: `${sessionPath(session)}/send`,
      body,
    }),
    follows: (_, { id: session, waitSeconds: seconds }) => following(session, seconds),
  }),
  tool({
    name: 'answer',
    description: 'Answer the question or the approval that a session asks for: `request` of session_get.',
    input: { id, ...answerBody.shape },
    reads: false,
    call: ({ id: session, ...body }) => ({ method: 'POST', path: `${sessionPath(session)}/answer`, body }),
  }),
  tool({
    name: 'cancel',
    description: 'Stop the turn that runs. The session lives on, its work is saved.',
    input: { id, ...fenceBody.shape },
    reads: false,
    destroys: true,
    long: true,
    call: ({ id: session, ...body }) => ({ method: 'POST', path: `${sessionPath(session)}/cancel`, body }),
  }),
  tool({
    name: 'kill',
    description: 'End a session and its processes. Its work is saved first and can be restored.',
    input: { id, ...fenceBody.shape },
    reads: false,
    destroys: true,
    long: true,
    call: ({ id: session, ...body }) => ({ method: 'POST', path: `${sessionPath(session)}/kill`, body }),
  }),
  tool({
    name: 'relay_start',
    description: 'Start a relay: agents take tasks of the queue one after the other, or one prompt again and again.',
    input: relayBody.shape,
    reads: false,
    long: true,
    call: (body) => ({ method: 'POST', path: `${api}/relays`, body }),
  }),
  tool({
    name: 'effort_start',
    description: 'Start an effort: a lead agent splits a goal among agents and brings their work together.',
    input: effortBody.shape,
    reads: false,
    long: true,
    call: (body) => ({ method: 'POST', path: `${api}/efforts`, body }),
  }),
]

/** Mail of one's own, by the names that agents use for it. */
export const mailTools: readonly Tool[] = [
  tool({
    name: 'mail_send',
    description: 'Send mail to a session.',
    input: mailBody.shape,
    reads: false,
    call: (body) => ({ method: 'POST', path: `${api}/mail`, body }),
  }),
  tool({
    name: 'mail_reply',
    description: 'Answer a mail. It goes to the other side and joins the thread.',
    input: { id: z.string().min(1).max(40).describe('the id of the mail'), ...mailReplyBody.shape },
    reads: false,
    call: ({ id: mail, ...body }) => ({ method: 'POST', path: `${api}/mail/${encodeURIComponent(mail)}/reply`, body }),
  }),
]

export const operatorTools: readonly Tool[] = [...seeing, ...acting]

export const operatorWords = `Drover runs coding agents in git worktrees of their own. List with projects and sessions, start with spawn, speak with send and answer, look with tail and diff. Every refusal has a code and a hint. A session that asks something waits for answer. Transcripts are resources: drover://session/{id}. The tools: ${[...operatorTools, ...mailTools].map(({ name }) => name).join(', ')}.`
