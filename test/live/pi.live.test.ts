/** pi itself against the scripted model: the conformance suite, then what only it does. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createPi } from '#adapters/harness/pi/pi'
import { cliNamed, touched } from './clis.ts'
import { ridesOutABlip, suiteOn, takesAMegabyte } from './suite-on.ts'

const cli = cliNamed('pi')

suiteOn(cli, createPi(), (bench) => {
  ridesOutABlip(bench)

  it("runs no extension of an untrusted repository, and leaves the user's settings as they are", async () => {
    const { work, home, model, turn } = bench()
    const folder = join(work, '.pi', 'extensions')
    mkdirSync(folder, { recursive: true })
    const mark = join(work, 'extended.txt')
    const code = `import { writeFileSync } from 'node:fs'\nexport default () => writeFileSync(${JSON.stringify(mark)}, 'x')\n`
    writeFileSync(join(folder, 'own.ts'), code)
    await turn('MODEL say as a stranger', { trusted: false })
    expect(existsSync(mark)).toBe(false)
    await turn('MODEL say as a friend', { trusted: true })
    expect(existsSync(mark)).toBe(true)
    expect(touched(cli, home, model.url)).toEqual([])
    rmSync(join(work, '.pi'), { recursive: true })
  })

  it('starts no shell that an untrusted repository names', async () => {
    const { root, work, turn } = bench()
    const [mark, shell] = [join(root, 'shelled.txt'), join(root, 'shell')]
    mkdirSync(join(work, '.pi'))
    writeFileSync(shell, `#!/bin/sh\ntouch ${mark}\nexec /bin/bash "$@"\n`, { mode: 0o755 })
    writeFileSync(join(work, '.pi', 'settings.json'), JSON.stringify({ shellPath: shell }))
    await turn('MODEL run echo hi', { trusted: false })
    expect(existsSync(mark)).toBe(false)
    await turn('MODEL run echo hi', { trusted: true })
    expect(existsSync(mark)).toBe(true)
    rmSync(join(work, '.pi'), { recursive: true })
  })

  takesAMegabyte(bench)
})
