/**
 * Every line of docs/must-never.md that says it is tested stands in the name of a test of each file that the page names, and
 * the other way round. Below: those lines that are about the sources themselves.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commands } from '#cli/commands'
import { effortRoots, roles } from '#contract/role'
import { builtInRoles } from '#core/role/table'
import { defaultPort } from '#src/config/keys/daemon'

const root = resolve(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Paths from the root. */
function filesIn(folder: string, wanted: RegExp): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter(
      (entry) => entry.isFile() && wanted.test(entry.name) && !/\/(generated|fixtures)(\/|$)/.test(entry.parentPath),
    )
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

const kinds = ['must never', 'weak point'] as const
const page = read('docs/must-never.md')
const [, first = '', second = ''] = page.split(/^## /m)
const rows = [first, second].flatMap((part, at) =>
  [...part.matchAll(/^\| (\d+) \| ([^|]*) \| ([^|]*) \|$/gm)].map(([, number, says, where = '']) => ({
    kind: kinds[at]!,
    number: Number(number),
    says,
    where,
    files: [...where.matchAll(/`((?:src|test|web)\/[^`]+\.ts)`/g)].map((found) => found[1]!),
  })),
)
const of = (kind: (typeof kinds)[number]) => rows.filter((row) => row.kind === kind)

/** What stands between quotes: the names of a file's tests and tables. */
const namesIn = (text: string): string =>
  [...text.matchAll(/(['"`])((?:(?!\1).)*)\1/g)].map((found) => found[2]).join('\n')

const tests = [
  ...filesIn('src', /\.test\.ts$/),
  ...filesIn('test', /\.test\.ts$/),
  ...filesIn('web/src', /\.test\.ts$/),
]

describe('the page', () => {
  test('has every line once, in order', () => {
    expect(of('must never').map(({ number }) => number)).toEqual(Array.from({ length: 51 }, (_, n) => n + 1))
    const points = of('weak point').map(({ number }) => number)
    expect(points).toEqual([...new Set(points)].toSorted((a, b) => a - b))
    expect(points.length).toBeGreaterThan(15)
  })

  test('says of each line which tests hold it, or why it cannot be broken here', () => {
    const silent = rows.filter(({ files, where }) => files.length === 0 && !/^not here: .{20,}/.test(where))
    expect(silent.map(({ kind, number }) => `${kind} ${number}`)).toEqual([])
    expect(of('weak point').filter(({ files }) => files.length === 0)).toEqual([])
  })

  test('names files that are there, each with the line in the name of a test', () => {
    const missing = rows.flatMap(({ kind, number, files }) =>
      files.flatMap((file) => {
        if (!existsSync(join(root, file))) return [`${kind} ${number}: ${file} is gone`]
        const named = new RegExp(`\\b${kind} ${number}\\b`).test(namesIn(read(file)))
        return named ? [] : [`${kind} ${number}: no test of ${file} has it in its name`]
      }),
    )
    expect(missing).toEqual([])
  })

  test('knows every test that has a line in its name', () => {
    const self = relative(root, import.meta.filename)
    const unknown = tests.flatMap((file) => {
      const found = [...namesIn(read(file)).matchAll(/\b(must never|weak point) (\d+)\b/g)]
      return found.flatMap(([words, kind, number]) => {
        const row = rows.find((one) => one.kind === kind && one.number === Number(number))
        return row?.files.includes(file) || file === self ? [] : [`${file}: ${words}`]
      })
    })
    expect([...new Set(unknown)]).toEqual([])
  })
})

const shipped = filesIn('src', /\.ts$/).filter((file) => !/\.(test|suite)\.ts$/.test(file))

describe('the sources', () => {
  test('one command leaves no exit code and no variable to the next (must never 8)', () => {
    const leaks = /process\.(?:exitCode\s*=[^=]|exit\(|chdir\(|env(?:\.\w+|\[[^\]]+\])\s*=[^=])|delete process\.env/
    // The doors of programs of their own: nothing comes after them in the same process.
    const programs =
      /^src\/(?:cli\/main|daemon|harness-check|adapters\/(?:harness\/(?:antigravity|rehearsal\/player)|runtime\/tmux\/panes))\.ts$/
    expect(shipped.filter((file) => leaks.test(read(file)) && !programs.test(file))).toEqual([])
    // Unit tests share a process.
    const shared = tests.filter((file) => !/^test\/(e2e|crash|fuzz|integration|conformance|live)\//.test(file))
    const self = relative(root, import.meta.filename)
    expect(shared.filter((file) => file !== self && leaks.test(read(file)))).toEqual([])
  })

  test('the port is said in one place (must never 38)', () => {
    expect(defaultPort).not.toBe(8080)
    const said = new RegExp(`\\b${defaultPort}\\b`)
    expect(shipped.filter((file) => said.test(read(file)))).toEqual(['src/config/keys/daemon.ts'])
  })

  test('no second list of roles (must never 45)', () => {
    const lists = shipped.filter((file) => roles.filter((role) => read(file).includes(`'${role}'`)).length > 2)
    expect(lists.toSorted()).toEqual(['src/contract/role.ts', 'src/core/role/table.ts'])
    const leading = builtInRoles.filter(({ spawns }) => spawns.length > 0).map(({ name }) => name)
    expect([...effortRoots].toSorted()).toEqual(leading.toSorted())
    const start = commands.find(({ path }) => path.join(' ') === 'effort start')
    expect(start?.flags.find(({ name }) => name === 'role')?.choices).toEqual([...effortRoots])
  })
})
