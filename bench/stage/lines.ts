/** The lines that agents write in the benchmark: 400 bytes each, the kinds that agents really write. Pure. */

const words = 'the daemon reads what an agent says from a file that the agent writes itself and keeps every line once '

const pad = (length: number): string => words.repeat(Math.ceil(length / words.length)).slice(0, length)

const exactly = (bytes: number, make: (filling: string) => object): string => {
  const bare = JSON.stringify(make('')).length + 1
  return JSON.stringify(make(pad(bytes - bare)))
}

/** One of text, tool, tool_result in turn; with its line end 400 bytes. */
export function agentLine(n: number, bytes = 400): string {
  if (n % 3 === 0) return exactly(bytes, (text) => ({ type: 'text', text: `${n} ${text}` }))
  const id = `call-${n - (n % 3)}`
  if (n % 3 === 1) return exactly(bytes, (command) => ({ type: 'tool', id, name: 'shell', input: { command } }))
  return exactly(bytes, (output) => ({ type: 'tool_result', id, ok: true, output }))
}

/** 1,000 tool lines: calls and results. */
export const toolLine = (n: number): string => agentLine(n * 3 + 1 + (n % 2))

export const finalLine = JSON.stringify({ type: 'result', ok: true, text: 'done' })

export const linesText = (count: number, line: (n: number) => string = agentLine): string => {
  const lines: string[] = []
  for (let n = 0; n < count; n++) lines.push(line(n))
  return `${lines.join('\n')}\n`
}
