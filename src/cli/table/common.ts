/** Flags and arguments that several groups of commands share. */
import type { Arg, Flag } from '../command.ts'

export const yes: Flag = { name: 'yes', short: 'y', summary: 'do not ask' }
export const project: Flag = { name: 'project', short: 'p', value: '<project>', summary: 'the project' }
export const id: Arg = { name: 'id', summary: 'the session, such as `demo-3`' }
export const projectArg: Arg = { name: 'id', summary: 'the project' }
/** Several of them may be given. */
export const each = (arg: Arg): Arg => ({ ...arg, each: true })
export const ids: Arg = each(id)
