/** docs/trips.md prints the tables that decide, docs/user/afk.md those that somebody who enrols a repository goes by. */
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { landingModes } from '#contract/trip'
import { breachesTable, dispatchTable, effectsTable, limitsTable, machineTable, variablesTable } from './tables.ts'

const userPage = '../../../docs/user/afk.md'
const pages = {
  '../../../docs/trips.md': {
    ...{ dispatch: dispatchTable, machine: machineTable, effects: effectsTable, variables: variablesTable },
  },
  [userPage]: { breaches: breachesTable, limits: limitsTable },
}

it.each(Object.entries(pages))('%s shows what the code decides (DROVER_WRITE_DOCS=1 writes it)', (name, parts) => {
  const file = new URL(name, import.meta.url)
  const page = readFileSync(file, 'utf8')
  let wanted = page
  for (const [part, print] of Object.entries(parts)) {
    const marks = new RegExp(`(<!-- ${part}:begin -->\\n)[\\s\\S]*?(<!-- ${part}:end -->)`)
    expect(page).toMatch(marks)
    wanted = wanted.replace(marks, (_, begin: string, end: string) => `${begin}${print()}\n${end}`)
  }
  if (process.env.DROVER_WRITE_DOCS === '1') writeFileSync(file, wanted)
  else expect(page).toBe(wanted)
})

it('the user’s page has each landing mode, and no other', () => {
  const page = readFileSync(new URL(userPage, import.meta.url), 'utf8')
  const [, table = ''] = /## How work lands\n([\s\S]*?)\n\n/.exec(page) ?? []
  expect([...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, mode]) => mode).sort()).toEqual([...landingModes].sort())
})
