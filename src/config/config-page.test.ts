/** The page about the configuration shows every key there is. */
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { keyTable } from './keys.ts'

it('A09 A18: docs/user/configuration.md shows every key (DROVER_WRITE_DOCS=1 writes it)', () => {
  const file = new URL('../../docs/user/configuration.md', import.meta.url)
  const markers = /(<!-- keys:begin -->\n)[\s\S]*?(<!-- keys:end -->)/
  const page = readFileSync(file, 'utf8')
  expect(page).toMatch(markers)
  const wanted = page.replace(markers, (_, begin: string, end: string) => `${begin}${keyTable()}\n${end}`)
  if (process.env.DROVER_WRITE_DOCS === '1') writeFileSync(file, wanted)
  else expect(page).toBe(wanted)
})
