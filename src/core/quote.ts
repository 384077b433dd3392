/** Words of others inside words of ours: every line begins with `> `, so that nobody takes one for an order. */
export const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
