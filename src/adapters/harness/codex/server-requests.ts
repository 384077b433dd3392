/**
 * What `codex app-server` asks of the operator: leave for a command, for a change of files, for wider permissions, or an
 * answer to a question. Owns the request shown and the reply on the wire; when to ask is the dialogue's.
 */
import type { Permissions } from '#contract/session'
import type { Json, Spoken } from '#ports/harness'
import { asJson, type Fields, fieldsIn, listIn, textIn } from '../line-json.ts'
import { type RpcId, refused, replied } from './server-wire.ts'

/** A request that waits; plain JSON, so that it survives a restart. */
export type Asked = { readonly id: RpcId } & (
  | { readonly how: 'decision'; readonly session: boolean }
  | { readonly how: 'permissions'; readonly permissions: Json }
  | { readonly how: 'questions'; readonly ids: readonly string[] }
  | { readonly how: 'form'; readonly field: string | null }
)

export interface Request {
  readonly asked: Asked
  readonly type: 'approval' | 'question'
  readonly text: string
  readonly options: readonly string[]
}

/** null: nobody here can answer this. `subject`: what the item that it names is about to do. */
export function requestOf(id: RpcId, method: string, params: Fields, subject: string): Request | null {
  switch (method) {
    case 'item/commandExecution/requestApproval':
      return approval(
        { id, how: 'decision', session: listIn(params.availableDecisions).includes('acceptForSession') },
        commandWords(params, subject),
      )
    case 'item/fileChange/requestApproval':
      return approval({ id, how: 'decision', session: true }, told(`Change files:\n${subject}`, params.reason))
    case 'item/permissions/requestApproval': {
      const permissions = asJson(params.permissions)
      return approval(
        { id, how: 'permissions', permissions },
        told(`Wider permissions: ${JSON.stringify(permissions)}`, params.reason),
      )
    }
    case 'item/tool/requestUserInput':
      return questionsOf(id, listIn(params.questions).map(fieldsIn))
    case 'mcpServer/elicitation/request':
      return formOf(id, params)
    default:
      return null
  }
}

/** "allow-session" holds for this process only. What would be written into the user's own rules is never offered. */
function approval(asked: Asked, text: string): Request {
  const lasting = asked.how === 'permissions' || (asked.how === 'decision' && asked.session)
  const options = ['allow', ...(lasting ? ['allow-session'] : []), 'deny']
  return { asked, type: 'approval', text, options }
}

const told = (what: string, reason: unknown): string => {
  const why = textIn(reason)
  return why === null || why === '' ? what : `${what}\n${why}`
}

function commandWords(params: Fields, subject: string): string {
  const { host } = fieldsIn(params.networkApprovalContext)
  if (typeof host === 'string') return told(`Reach ${host} over the network`, params.reason)
  const command = textIn(params.command) ?? subject
  return told(params.kind === 'writeStdin' ? `Type into a running command: ${command}` : command, params.reason)
}

function questionsOf(id: RpcId, questions: readonly Fields[]): Request {
  const ids = questions.map((question) => textIn(question.id) ?? '')
  const options = questions.length === 1 ? listIn(questions[0]?.options).map(fieldsIn) : []
  return {
    asked: { id, how: 'questions', ids },
    type: 'question',
    text: questions.map((question) => textIn(question.question) ?? '').join('\n'),
    options: options.flatMap((option) => textIn(option.label) ?? []),
  }
}

/** A tool server asks: a form without fields is a yes or no, one field can be answered in one line. */
function formOf(id: RpcId, params: Fields): Request | null {
  const fields = Object.entries(fieldsIn(fieldsIn(params.requestedSchema).properties))
  const text = textIn(params.message) ?? 'A tool server asks.'
  if (params.mode === 'url' || fields.length > 1) return null
  const [only] = fields
  if (only === undefined) return approval({ id, how: 'form', field: null }, text)
  const options = listIn(fieldsIn(only[1]).enum).flatMap((option) => textIn(option) ?? [])
  return { asked: { id, how: 'form', field: only[0] }, type: 'question', text, options }
}

export const eventOf = (requestId: string, { type, text, options }: Request): Spoken => ({
  kind: 'request',
  requestId,
  type,
  text,
  options,
})

/** The word of an answer; anything that is no clear yes is a no. */
export function answerTo(asked: Asked, word: string): string {
  const allowed = word === 'allow' || word === 'allow-session'
  switch (asked.how) {
    case 'decision':
      return replied(asked.id, {
        decision: !allowed ? 'decline' : lasting(asked, word) ? 'acceptForSession' : 'accept',
      })
    case 'permissions':
      return replied(asked.id, {
        permissions: allowed ? asked.permissions : {},
        scope: word === 'allow-session' ? 'session' : 'turn',
      })
    case 'questions': {
      const answers = asked.ids.map((id) => [id, { answers: word === 'deny' ? [] : [word] }] as const)
      return replied(asked.id, { answers: Object.fromEntries(answers) })
    }
    case 'form': {
      const yes = asked.field === null ? allowed : word !== 'deny'
      const content = asked.field === null ? {} : { [asked.field]: word }
      return replied(asked.id, { action: yes ? 'accept' : 'decline', content: yes ? content : null, _meta: null })
    }
  }
}

const lasting = (asked: { readonly session: boolean }, word: string): boolean =>
  word === 'allow-session' && asked.session

/** What is asked although the mode leaves nothing to ask, or what nobody here understands. */
export function byPolicy(permissions: Permissions, id: RpcId, method: string, request: Request | null): string | null {
  if (request === null) return method === 'mcpServer/elicitation/request' ? declined(id) : refused(id, method)
  if (permissions === 'ask' || request.type === 'question') return null
  return answerTo(request.asked, permissions === 'bypass' ? 'allow' : 'deny')
}

const declined = (id: RpcId): string => replied(id, { action: 'decline', content: null, _meta: null })
