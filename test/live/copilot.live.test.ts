/** GitHub Copilot CLI itself against the scripted model: the conformance suite, then what only it does. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createCopilot } from '#adapters/harness/copilot/copilot'
import { cliNamed, touched } from './clis.ts'
import { ridesOutABlip, suiteOn, takesAMegabyte } from './suite-on.ts'

const cli = cliNamed('copilot')

suiteOn(cli, createCopilot(), (bench) => {
  ridesOutABlip(bench)

  it("runs nothing that an untrusted repository brings, and leaves the user's settings as they are", async () => {
    const { work, home, model, turn } = bench()
    const folder = join(work, '.github', 'hooks')
    mkdirSync(folder, { recursive: true })
    const command = { type: 'command', bash: `touch ${join(work, 'hooked.txt')}`, timeoutSec: 10 }
    writeFileSync(join(folder, 'own.json'), JSON.stringify({ version: 1, hooks: { userPromptSubmitted: [command] } }))
    await turn('MODEL say as a stranger', { trusted: false })
    expect(existsSync(join(work, 'hooked.txt'))).toBe(false)
    await turn('MODEL say as a friend', { trusted: true })
    expect(existsSync(join(work, 'hooked.txt'))).toBe(true)
    expect(touched(cli, home, model.url)).toEqual([])
  })

  takesAMegabyte(bench, { COPILOT_MODEL: 'm', COPILOT_PROVIDER_MAX_PROMPT_TOKENS: '1000000' })
})
