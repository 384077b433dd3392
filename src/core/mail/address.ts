/**
 * Whom an address means: the operator, a session, or a group of the sender's effort. Facts in, receivers or a refusal out; a
 * group becomes its members here, once, and never again.
 */
import type { Refusal } from '#contract/error'
import { droverAddress, operatorAddress } from '#contract/mail'
import { roles } from '#contract/role'

export interface Member {
  readonly id: string
  readonly role: string | null
  readonly parentId: string | null
  /** It has ended, or its end is under way: nobody will read there any more. */
  readonly ended: boolean
}

export interface AddressFacts {
  /** `operator`, or the sender's session. */
  readonly from: string
  /** The sender's parent; null: it has none. */
  readonly parentId: string | null
  /** Whoever belongs to the sender's effort, and its children; the sender may be among them. */
  readonly members: readonly Member[]
  /** The session of this id that the sender may write to; null: there is none. */
  readonly session: (id: string) => Member | null
}

export type Receivers = { readonly to: readonly string[]; readonly group: boolean }

export function resolveAddress(to: string, facts: AddressFacts): Receivers | Refusal {
  if (to === operatorAddress)
    return facts.from === operatorAddress ? unknown(to, 'The operator needs no mail to itself.') : one(to)
  if (to === droverAddress) return unknown(to, 'Nobody reads mail to Drover itself.')
  return to.startsWith('@') ? resolveGroup(to, facts) : resolveSession(to, facts)
}

const one = (id: string): Receivers => ({ to: [id], group: false })

function resolveSession(to: string, facts: AddressFacts): Receivers | Refusal {
  const found = facts.session(to)
  if (found === null) return unknown(to, `There is no session "${to}" to write to.`)
  return found.ended ? ended(to) : one(to)
}

function resolveGroup(to: string, facts: AddressFacts): Receivers | Refusal {
  const name = to.slice(1).toLowerCase()
  const others = facts.members.filter((member) => member.id !== facts.from)
  const live = others.filter((member) => !member.ended)
  if (name === 'parent') {
    if (facts.parentId === null) return empty(to, 'The sender has no parent.')
    const parent = resolveSession(facts.parentId, facts)
    return 'to' in parent ? parent : { ...parent, hint: `${orphanHint} ${parent.hint}` }
  }
  if (name === 'children')
    return group(
      to,
      live.filter((member) => member.parentId === facts.from && facts.from !== operatorAddress),
    )
  if (name === 'all') return group(to, live)
  const role = name.endsWith('s') ? name.slice(0, -1) : null
  const known = role !== null && [...roles, ...facts.members.map((member) => member.role)].includes(role)
  if (!known) return unknown(to, `"${to}" is no group.`)
  return group(
    to,
    live.filter((member) => member.role === role),
  )
}

const group = (to: string, members: readonly Member[]): Receivers | Refusal =>
  members.length === 0
    ? empty(to, `Nobody who lives is in ${to}.`)
    : { to: members.map((member) => member.id), group: true }

const unknown = (to: string, message: string): Refusal => ({
  refused: 'UNKNOWN_RECIPIENT',
  message,
  hint: `Write to operator, a session's id, @parent, @children, @all or @<role>s (${roles.map((role) => `@${role}s`).join(', ')}).`,
  details: { to },
})

const empty = (to: string, message: string): Refusal => ({
  refused: 'EMPTY_GROUP',
  message,
  hint: 'A group is the live sessions of the sender’s effort without the sender; write to operator or to a session by its id.',
  details: { to },
})

/** An agent brings nobody back, and must not end without a word for that. */
const orphanHint = 'Send it to operator instead: a report counts there too, and so does a mail of type merge_ready.'

const ended = (to: string): Refusal => ({
  refused: 'RECIPIENT_ENDED',
  message: `Session ${to} has ended and reads no mail.`,
  hint: `Bring it back with: drover session restore ${to}`,
  details: { to },
})
