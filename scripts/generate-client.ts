/**
 * Writes the typed client's `paths` from the routes themselves: `node scripts/generate-client.ts`. With `--check` it
 * writes nothing and fails when the file on disk is not what the routes say. Needs no daemon.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { openApiDocument } from '#http/openapi'
import { routes } from '#http/routes'

export const clientFile = fileURLToPath(new URL('../src/contract/generated/api.ts', import.meta.url))

const header = `/**
 * The API's paths, operations and shapes as types, for the CLI and the cockpit. Generated from the routes by
 * scripts/generate-client.ts; a test fails when it is behind them. Do not edit.
 */
`

export async function clientSource(): Promise<string> {
  // The version is left out: a release must not change the client.
  const ast = await openapiTS(openApiDocument(routes, '1') as OpenAPI3, {
    alphabetize: true,
    immutable: true,
    defaultNonNullable: false,
  })
  return header + astToString(ast)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const source = await clientSource()
  const check = process.argv.includes('--check')
  const before = await readFile(clientFile, 'utf8').catch(() => '')
  if (check && before !== source) {
    console.error('src/contract/generated/api.ts is behind the routes: run `node scripts/generate-client.ts`')
    process.exitCode = 1
  } else if (!check) await writeFile(clientFile, source)
}
