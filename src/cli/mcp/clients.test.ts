import { parse } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { type Entry, mcpClients } from './clients.ts'

const entry: Entry = {
  command: '/usr/bin/node',
  args: ['/opt/drover/bin/drover.cjs', 'mcp'],
  env: { DROVER_HOME: '/h "x"' },
}
const named = (name: string) => mcpClients.find((one) => one.name === name)!
const json = mcpClients.filter(({ name }) => name !== 'codex')

describe('an entry in a program’s own configuration', () => {
  it.each(json)('$name: what else stands there stays, and is as it was after it is taken out', (client) => {
    const before = `${JSON.stringify({ other: { deep: [1, 2] }, mcpServers: { mine: { command: 'x' } }, mcp: { mine: {} } }, null, 4)}\n`
    const after = client.add(before, entry)!
    expect(after).toContain('drover.cjs')
    expect(JSON.parse(after)).toMatchObject({ other: { deep: [1, 2] }, mcpServers: { mine: { command: 'x' } } })
    expect(client.add(after, entry)).toBeNull()
    expect(client.remove(after)).toBe(before)
    expect(client.remove(before)).toBeNull()
  })

  it.each(mcpClients)('$name: a file that is not there yet', (client) => {
    const after = client.add(null, entry)!
    expect(after).toContain('drover')
    expect(client.add(after, entry)).toBeNull()
    expect(client.remove(after)).not.toContain('drover')
  })

  it.each(json)('$name: a file with comments, or a list, is left alone', (client) => {
    for (const text of ['// mine\n{}', '[]', '{"a":', 'null'])
      expect(() => client.add(text, entry)).toThrow('plain JSON')
  })

  it.each([
    ['', ''],
    ['model = "x"\n', 'model = "x"\n'],
    ['model = "x"', 'model = "x"\n'],
    ['[mcp_servers.mine]\ncommand = "m"\n\n[tui]\na = 1\n', '[mcp_servers.mine]\ncommand = "m"\n\n[tui]\na = 1\n'],
  ])('codex: TOML %j stays as it is', (before, left) => {
    const codex = named('codex')
    const after = codex.add(before, entry)!
    expect(parse(after)).toMatchObject({
      ...parse(before),
      mcp_servers: { drover: { command: entry.command, args: [...entry.args], env: entry.env } },
    })
    expect(codex.add(after, entry)).toBeNull()
    expect(codex.remove(after)).toBe(left)
    expect(codex.remove(before)).toBeNull()
  })

  it('codex: another command of ours is replaced, also in the middle of a file', () => {
    const before =
      'a = 1\n\n[mcp_servers.drover]\ncommand = "old"\n\n[mcp_servers.drover.env]\nX = "1"\n\n[tui]\nb = 2\n'
    const after = parse(named('codex').add(before, entry)!)
    expect(after).toMatchObject({ a: 1, tui: { b: 2 }, mcp_servers: { drover: { command: entry.command } } })
  })
})
