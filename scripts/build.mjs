/**
 * Builds what the package ships: the command line (one CommonJS bundle), the daemon, the check of harnesses, the rehearsal
 * player and the cockpit.
 * Each goes to a file of its own beside the old one and takes its place by rename, so that a running daemon or test never
 * sees half a file. `--if-stale` does nothing when dist is newer than everything it is made from.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'dist')
const stamp = join(dist, '.built')
const quiet = process.argv.includes('--quiet')
const say = (text) => quiet || process.stderr.write(`${text}\n`)

function newest(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return 0
  if (!found.isDirectory()) return /\.test\.ts$/.test(path) ? 0 : found.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

function isStale() {
  const built = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const made = ['src', 'web', 'package.json', 'scripts/build.mjs'].map((name) => newest(join(root, name)))
  return built < Math.max(...made)
}

/** pino and others reach for `require` and `__dirname`, which an ES module has not. */
const esmBanner = [
  "import { createRequire as __createRequire } from 'node:module';",
  "import { fileURLToPath as __fileURLToPath } from 'node:url';",
  "import { dirname as __pathDirname } from 'node:path';",
  'const require = __createRequire(import.meta.url);',
  'const __filename = __fileURLToPath(import.meta.url);',
  'const __dirname = __pathDirname(__filename);',
].join('')

const cli = { format: 'cjs', minify: true, keepNames: true }

/**
 * What weighs more than the whole rest of the command line is loaded only by those who need it: the schema of the
 * configuration by those who read files, the SDK of tool servers by the one command that is such a server, the
 * library for whole terminals (an ES module, it awaits at its top) by the dashboard.
 */
const apart = {
  name: 'apart',
  setup(build) {
    build.onResolve({ filter: /\/local-config\.ts$/ }, () => ({ path: './cli-config.cjs', external: true }))
    build.onResolve({ filter: /\/mcp\/serve\.ts$/ }, () => ({ path: './cli-mcp.cjs', external: true }))
    build.onResolve({ filter: /^\.\/view\.ts$/ }, () => ({ path: './cli-dashboard.mjs', external: true }))
  },
}

/** In the daemon: the tools for other programs' clients are loaded by the first of them. */
const apartInDaemon = {
  name: 'apart-in-daemon',
  setup(build) {
    build.onResolve({ filter: /^#mcp\/door$/ }, () => ({ path: './daemon-mcp.mjs', external: true }))
  },
}

/** ink asks for React's development tools only when it is told to; they are not installed. */
const noDevtools = {
  name: 'no-devtools',
  setup(build) {
    build.onResolve({ filter: /^react-devtools-core$/ }, ({ path }) => ({ path, namespace: 'nothing' }))
    build.onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: 'export default {}' }))
  },
}

/** zod brings its messages in fifty languages along; ours are English. */
const englishOnly = {
  name: 'english-only',
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
    }))
  },
}

/**
 * One sign beyond ASCII, and the engine keeps the whole source at two bytes a sign: megabytes of a daemon at rest. esbuild
 * escapes them in texts; what is left stands in comments and patterns, where an escape means the same.
 */
const ascii = (text) =>
  text.replace(/[^\x00-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

async function bundle(esbuild, entry, out, { plugins = [], ...options }, to = join(dist, out)) {
  if (!existsSync(join(root, entry))) {
    say(`  skipped ${out}: ${entry} is not there yet`)
    return
  }
  const begun = Date.now()
  const part = join(dirname(to), `.${out}.part`)
  await esbuild.build({
    entryPoints: [join(root, entry)],
    outfile: part,
    bundle: true,
    platform: 'node',
    target: 'node22.19',
    external: ['better-sqlite3'],
    legalComments: 'none',
    logLevel: 'error',
    absWorkingDir: root,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [englishOnly, ...plugins],
    ...options,
  })
  writeFileSync(part, ascii(readFileSync(part, 'utf8')))
  renameSync(part, to)
  const kb = Math.round(statSync(to).size / 1024)
  say(`  dist/${out}  ${kb} KB  ${Date.now() - begun} ms`)
}

/** The cockpit goes to a folder of its own first; vite itself knows nothing of that. */
function buildWeb() {
  if (!existsSync(join(root, 'web', 'index.html'))) return say('  skipped dist/web: the cockpit is not there yet')
  const begun = Date.now()
  const part = join(dist, `.web-${process.pid}`)
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', join(root, 'web'), '--outDir', part, '--emptyOutDir', '--logLevel', 'error']
  const ran = spawnSync(process.execPath, args, { cwd: join(root, 'web'), stdio: ['ignore', 'pipe', 'inherit'] })
  if (ran.status !== 0) throw new Error(`the cockpit does not build:\n${ran.stdout}`)
  const old = join(dist, `.web-old-${process.pid}`)
  if (existsSync(join(dist, 'web'))) renameSync(join(dist, 'web'), old)
  renameSync(part, join(dist, 'web'))
  rmSync(old, { recursive: true, force: true })
  say(`  dist/web  ${Date.now() - begun} ms`)
}

/** For the crash tests: the daemon with defects that can be planted. Never in dist, never in the package. */
const withDefects = process.argv.includes('--with-defects')
  ? process.argv[process.argv.indexOf('--with-defects') + 1]
  : null
const defects = {
  name: 'defects',
  setup(build) {
    const path = join(root, 'test', 'crash', 'defects.ts')
    build.onResolve({ filter: /^\.\/defects\.ts$/ }, () => ({ path }))
  },
}

async function build() {
  const esbuild = await import('esbuild')
  const daemon = { format: 'esm', banner: { js: esmBanner } }
  if (withDefects !== null)
    return bundle(esbuild, 'src/daemon.ts', 'daemon.mjs', { ...daemon, plugins: [defects, apartInDaemon] }, withDefects)
  mkdirSync(dist, { recursive: true })
  const begun = new Date()
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  say(`building drover ${version}`)
  await Promise.all([
    bundle(esbuild, 'src/cli/main.ts', 'cli.cjs', { ...cli, plugins: [apart] }),
    bundle(esbuild, 'src/cli/local-config.ts', 'cli-config.cjs', cli),
    bundle(esbuild, 'src/cli/mcp/serve.ts', 'cli-mcp.cjs', cli),
    bundle(esbuild, 'src/cli/dashboard/view.ts', 'cli-dashboard.mjs', {
      format: 'esm',
      minify: true,
      banner: { js: esmBanner },
      plugins: [noDevtools],
    }),
    bundle(esbuild, 'src/daemon.ts', 'daemon.mjs', { ...daemon, plugins: [apartInDaemon] }),
    bundle(esbuild, 'src/mcp/door.ts', 'daemon-mcp.mjs', { ...daemon, minify: true, keepNames: true }),
    bundle(esbuild, 'src/harness-check.ts', 'harness-check.mjs', { format: 'esm', banner: { js: esmBanner } }),
    bundle(esbuild, 'src/adapters/harness/rehearsal/player.ts', 'rehearsal.mjs', { format: 'esm' }),
  ])
  if (!process.argv.includes('--skip-web')) buildWeb()
  if (process.argv.includes('--skip-web')) return
  writeFileSync(stamp, `${begun.toISOString()}\n`)
  // What changed while we built is not in it: the stamp says when we began.
  const { utimesSync } = await import('node:fs')
  utimesSync(stamp, begun, begun)
}

if (!process.argv.includes('--if-stale') || isStale()) {
  try {
    await build()
  } catch (error) {
    process.stderr.write(`the build failed: ${error.message}\n`)
    process.exit(1)
  }
}
