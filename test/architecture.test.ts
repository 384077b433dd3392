/**
 * The house rules that a reader relies on, read from the source itself: which room may import which, no barrels, no default
 * exports, no cycles, a header on every file, names that say something.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commands } from '#cli/commands'

const root = resolve(import.meta.dirname, '..')
const src = join(root, 'src')

interface Source {
  readonly path: string
  readonly room: string
  readonly text: string
  readonly imports: readonly string[]
}

/** The first folder under src; a file that lies in src itself is a room of its own, except the composition root's own files. */
function roomOf(path: string): string {
  const [first, second] = relative(root, path).split(sep)
  if (first === 'web') return 'web'
  return second!.replace(/\.ts$/, '')
}

function files(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return ['generated', 'fixtures', 'node_modules'].includes(entry.name) ? [] : files(path)
    return /\.tsx?$/.test(entry.name) ? [path] : []
  })
}

const importPattern =
  /(?:^|[\n;])\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|^\s*import\s+['"]([^'"]+)['"]/gm

/** Imports of our own files, as paths from the root. */
function importsOf(path: string, text: string): readonly string[] {
  const found: string[] = []
  for (const match of text.matchAll(importPattern)) {
    const word = (match[1] ?? match[2] ?? match[3])!
    if (word.startsWith('#src/')) found.push(join(src, word.slice(5)))
    else if (word.startsWith('#')) found.push(join(src, word.slice(1)))
    else if (word.startsWith('.')) found.push(resolve(dirname(path), word))
  }
  return found
}

const sources: readonly Source[] = [...files(src), ...files(join(root, 'web', 'src'))].map((path) => {
  const text = readFileSync(path, 'utf8')
  return { path, room: roomOf(path), text, imports: importsOf(path, text) }
})
const shipped = sources.filter((source) => !/\.(test|suite)\.tsx?$/.test(source.path))
const name = (path: string) => relative(root, path)

/** Who may know whom. `config` and `log` are the daemon's own files at the root; the command line reads configuration too. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  contract: ['contract'],
  core: ['core', 'contract'],
  ports: ['ports', 'contract'],
  adapters: ['adapters', 'ports', 'contract'],
  flows: ['flows', 'core', 'ports', 'contract'],
  mcp: ['mcp', 'contract'],
  http: ['http', 'flows', 'contract', 'mcp'],
  cli: ['cli', 'contract', 'core', 'config', 'mcp'],
  web: ['web', 'contract', 'core'],
  config: ['config', 'ports', 'contract', 'core'],
  log: ['log', 'ports', 'contract'],
}

/** At the root: the composition root and the pieces only it uses. */
const atRoot = (source: Source) => dirname(source.path) === src && !(source.room in arrows)

/** `http` names shapes of ports in its answers; a type costs nothing at run time, a value would be a dependency. */
const typeOnly: Readonly<Record<string, readonly string[]>> = { http: ['ports', 'core'] }

function valueImports(source: Source): readonly string[] {
  const withoutTypes = source.text
    .replace(/(^|\n)\s*(?:import|export) type\s[^;]*?from\s*['"][^'"]+['"]/g, '$1')
    .replace(/(^|\n)\s*import \{(?:\s*type \w+(?: as \w+)?,?)+\s*\} from\s*['"][^'"]+['"]/g, '$1')
  return importsOf(source.path, withoutTypes)
}

describe('arrows', () => {
  test('every file is in a room that has its arrows, or at the root beside daemon.ts', () => {
    const homeless = shipped.filter((source) => !(source.room in arrows) && !atRoot(source)).map((s) => name(s.path))
    expect(homeless).toEqual([])
  })

  test.each(Object.entries(arrows))('%s imports only %j', (room, allowed) => {
    const wrong: string[] = []
    for (const source of shipped.filter((one) => one.room === room)) {
      const values = valueImports(source)
      for (const target of source.imports) {
        const to = roomOf(target)
        if (allowed.includes(to)) continue
        if (typeOnly[room]?.includes(to) && !values.includes(target)) continue
        wrong.push(`${name(source.path)} -> ${name(target)}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('nobody imports the composition root', () => {
    const wrong = sources.filter((source) => source.imports.some((target) => /src\/daemon(\.ts)?$/.test(target)))
    expect(wrong.map((source) => name(source.path))).toEqual([])
  })

  test('core has no hands: no Node module, no clock, no chance', () => {
    const wrong = shipped
      .filter((source) => source.room === 'core' || source.room === 'contract')
      .filter((source) => /from ['"]node:|\bDate\.now\(|new Date\(\)|Math\.random\(/.test(source.text))
    expect(wrong.map((source) => name(source.path))).toEqual([])
  })

  test('flows take their time from the clock that they are given: no raw timer', () => {
    const wrong = shipped
      .filter((source) => source.room === 'flows')
      .filter((source) => /\bset(?:Timeout|Interval|Immediate)\(|\bDate\.now\(|new Date\(\)/.test(source.text))
    expect(wrong.map((source) => name(source.path))).toEqual([])
  })

  test('no two files need each other to be loaded', () => {
    const known = new Map(shipped.map((source) => [source.path, source]))
    const targets = new Map(
      shipped.map((source) => {
        // What is imported when it is called is loaded by then.
        const eager = { ...source, text: source.text.replace(/\bimport\(/g, '(') }
        const paths = valueImports(eager).flatMap((to) => [to, `${to}.ts`, `${to}.tsx`])
        return [source.path, paths.filter((path) => known.has(path))]
      }),
    )
    const done = new Set<string>()
    const cycles: string[] = []
    const walk = (path: string, way: readonly string[]): void => {
      if (way.includes(path)) cycles.push([...way.slice(way.indexOf(path)), path].map(name).join(' -> '))
      if (way.includes(path) || done.has(path)) return
      for (const to of targets.get(path) ?? []) walk(to, [...way, path])
      done.add(path)
    }
    for (const path of targets.keys()) walk(path, [])
    expect(cycles).toEqual([])
  })

  test('a session moves through the table of core alone (must never 23)', () => {
    const movers = shipped.filter((source) => source.room === 'flows' && /\.standSession\(/.test(source.text))
    expect(movers.map((source) => name(source.path))).toEqual(['src/flows/session/move-session.ts'])
  })

  test('an adapter knows no other adapter of another kind', () => {
    const kind = (path: string) => relative(join(src, 'adapters'), path).split(sep)[0]
    const wrong = shipped
      .filter((source) => source.room === 'adapters')
      .flatMap((source) =>
        source.imports
          .filter((to) => roomOf(to) === 'adapters' && kind(to) !== kind(source.path))
          .map((to) => `${name(source.path)} -> ${name(to)}`),
      )
    expect(wrong).toEqual([])
  })
})

describe('files', () => {
  test('no default exports', () => {
    const wrong = shipped.filter((source) => /^export default /m.test(source.text))
    expect(wrong.map((source) => name(source.path))).toEqual([])
  })

  test('no barrels', () => {
    const wrong = sources.filter((source) => {
      if (/\/index\.tsx?$/.test(source.path) || /^export \* /m.test(source.text)) return true
      const code = source.text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').trim()
      const rest = code.replace(/(?:^|\n)\s*(?:import|export)\b[^'"]*from\s*['"][^'"]+['"];?/g, '').trim()
      return rest === '' && /export\b[^'"]*from/.test(code)
    })
    expect(wrong.map((source) => name(source.path))).toEqual([])
  })

  test('every file opens by saying what it owns', () => {
    const wrong = shipped.filter((source) => !/^\/\*\*[\s\S]{20,}?\*\//.test(source.text))
    expect(wrong.map((source) => name(source.path))).toEqual([])
  })

  test('names are kebab-case and say something', () => {
    const vague = /^(utils?|helpers?|manager|types|misc|common-utils)$/
    const wrong = shipped
      .map((source) => name(source.path))
      .filter((path) => {
        const words = path
          .split(sep)
          .slice(1)
          .map((word) => word.replace(/(\.d)?\.tsx?$/, ''))
        return words.some((word) => vague.test(word) || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(word))
      })
    expect(wrong).toEqual([])
  })

  test('no file outgrows a second look', () => {
    const wrong = shipped.filter((source) => source.text.split('\n').length > 480).map((source) => name(source.path))
    expect(wrong).toEqual([])
  })

  test('nothing leans on the reference material or on a machine', () => {
    const wrong = sources.filter((source) => /\/work\/(shared|main)\b/.test(source.text))
    expect(wrong.map((source) => name(source.path))).toEqual([])
  })
})

test('the walks of docs/architecture.md go through files that are there', () => {
  const page = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8')
  const walks = /## Walks\n([\s\S]*?)\n## /.exec(page)?.[1] ?? ''
  const places = [...walks.matchAll(/`([a-z-]+\/[^`]+)`/g)].flatMap(([, place]) => {
    const [, before = place!, names = ''] = /^(.*)\{(.*)\}$/.exec(place!) ?? []
    return names.split(',').map((name) => before + name)
  })
  const there = (place: string) =>
    ['', '.ts', '.tsx'].some((end) => existsSync(join(place.startsWith('web/') ? root : src, place + end)))
  expect(places.filter((place) => !there(place))).toEqual([])
  expect(places.length).toBeGreaterThan(20)
})

test('the command line keeps its code out of the way until it is called', () => {
  const tables = sources.filter((source) => /src\/cli\/(table\/\w+|commands)\.ts$/.test(source.path))
  const eager = tables.flatMap((table) =>
    valueImports(table).filter(
      (path) => !/cli\/table\//.test(path) && !table.text.includes(`import('${relative(dirname(table.path), path)}')`),
    ),
  )
  expect(eager).toEqual([])
  expect(tables.length).toBeGreaterThan(5)
  expect(commands.length).toBeGreaterThan(40)
})
