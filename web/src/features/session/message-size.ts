/** How much a message or a prompt may hold, in bytes of UTF-8. */

export const maxMessage = 1_048_576

export const sizeOf = (text: string): number =>
  text.length > maxMessage / 4 ? new TextEncoder().encode(text).length : text.length
