/** The text of a message as the agent gets it: control characters go, the sender is added by the daemon and cannot be forged. */

/** Everything below space but newline and tab, DEL, and the second set: some terminals read those as escape sequences. */
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
const forged = /^(\s*)\[from ([^\]\n]*)\]/gim

export const cleanMessage = (text: string): string => text.replace(/\r\n?/g, '\n').replace(control, '')

/** A header of the daemon's own; the same shape inside the body is escaped so that it cannot pass for one. */
export function fromSession(sender: string, body: string): string {
  return `[from ${sender}] ${escapeHeaders(body)}`
}

export const escapeHeaders = (body: string): string => body.replace(forged, '$1\\[from $2]')
