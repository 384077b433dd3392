/** What a role's name means in a relay where the project says nothing of its own: the words come from the table of roles. */
import { textOfTaskRole } from '#core/role/table'

export const builtInRole = (role: string): string | null => textOfTaskRole(role)
