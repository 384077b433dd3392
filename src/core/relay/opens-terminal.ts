/** Is this command opencode's terminal interface? Its other commands (run, serve, acp) end or speak by themselves. */
export function opensTerminal([program, ...words]: readonly string[]): boolean {
  if (program === undefined || program.slice(program.lastIndexOf('/') + 1) !== 'opencode') return false
  const first = words.find((word) => !word.startsWith('-'))
  return first === undefined || first.startsWith('$')
}
