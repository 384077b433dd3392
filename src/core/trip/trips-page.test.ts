/** docs/trips.md prints the tables that decide. */
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { dispatchTable, effectsTable, machineTable, variablesTable } from './tables.ts'

const parts = { dispatch: dispatchTable, machine: machineTable, effects: effectsTable, variables: variablesTable }

it('docs/trips.md shows dispatch, the state machine, the effects and the variables (DROVER_WRITE_DOCS=1 writes it)', () => {
  const file = new URL('../../../docs/trips.md', import.meta.url)
  const page = readFileSync(file, 'utf8')
  let wanted = page
  for (const [name, print] of Object.entries(parts)) {
    const marks = new RegExp(`(<!-- ${name}:begin -->\\n)[\\s\\S]*?(<!-- ${name}:end -->)`)
    expect(page).toMatch(marks)
    wanted = wanted.replace(marks, (_, begin: string, end: string) => `${begin}${print()}\n${end}`)
  }
  if (process.env.DROVER_WRITE_DOCS === '1') writeFileSync(file, wanted)
  else expect(page).toBe(wanted)
})
