/**
 * The composition root: the one file that knows every name. Takes the home's lock, opens the store, puts adapters into
 * flows and flows behind doors, finds running agents again, and takes it all down in order.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { createActionShelf } from '#adapters/action/shelf'
import { createAttachments } from '#adapters/attachments/attachments'
import { createCiSources } from '#adapters/ci/ci-sources'
import { systemClock } from '#adapters/clock/system-clock'
import { createDesk } from '#adapters/desk/desk'
import { createT3 } from '#adapters/executor/t3/t3'
import { createForges, createReadChecks, createTrackers } from '#adapters/forge/forges'
import { createGitCredentials } from '#adapters/forge/git-credentials'
import { guardedFetch } from '#adapters/forge/guarded-fetch'
import { builtInHarnesses, configuredHarness } from '#adapters/harness/built-in'
import { createRegistry } from '#adapters/harness/registry'
import { templates } from '#adapters/harness/templates'
import { createJobCaller } from '#adapters/notifier/job-caller'
import { createNotifier } from '#adapters/notifier/notifier'
import { createPushKey } from '#adapters/notifier/push-key'
import { endGitOf, gitMark } from '#adapters/runtime/process/end-runs'
import { files } from '#adapters/runtime/process/files'
import { createHost } from '#adapters/runtime/process/host'
import { openFilesLimit } from '#adapters/runtime/process/open-files'
import { createProcessRuntime } from '#adapters/runtime/process/process-runtime'
import { createTmux } from '#adapters/runtime/tmux/tmux'
import { shellParser } from '#adapters/shell/parse'
import { openJournal } from '#adapters/store/sqlite/journal'
import { holdLock } from '#adapters/store/sqlite/lock'
import { createOtlpHttp } from '#adapters/telemetry/otlp-http'
import { createMerging } from '#adapters/workspace/merge/merging'
import { createWorkspaces } from '#adapters/workspace/workspaces'
import { DroverError } from '#contract/error'
import { createRedactorSet } from '#core/redact'
import { createGate } from '#flows/access/gate'
import { createEngine } from '#flows/engine/engine'
import { createRuntimes, terminalRuntime } from '#flows/engine/runtimes'
import { createHttp } from '#http/http'
import type { Paths } from '#ports/paths'
import type { Journal } from '#ports/store/journal'
import { homeLayout } from './config/home.ts'
import { defaultPort } from './config/keys/daemon.ts'
import { configJsonSchema } from './config/schema.ts'
import { createSettings } from './config/settings.ts'
import { plantDefects } from './defects.ts'
import { createFaultPoints } from './fault-points.ts'
import { openHome, putCommand } from './home.ts'
import { homeId } from './home-id.ts'
import { createLog, type DroverLog } from './log.ts'
import { createVault, readPiece, readWords, removeTree, writeByRename } from './own-files.ts'
import { serverSettings } from './server-settings.ts'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(here)
const bundled = existsSync(join(here, 'rehearsal.mjs'))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const inBackground = process.env.DROVER_LOG_FILE !== undefined

/** Nothing of an agent's identity may pass through the daemon to its children, nor a token that is not theirs. */
function cleanEnvironment(): void {
  for (const name of Object.keys(process.env)) {
    if (/^DROVER_(SESSION_|LAUNCH_)/.test(name) || name === 'DROVER_TOKEN' || name === 'DROVER_SOCKET')
      delete process.env[name]
  }
}

/** Little of the heap lives long, so it is looked through before it has doubled: memory stays flat over days of turns. */
function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=20')
}

async function main(): Promise<void> {
  cleanEnvironment()
  keepHeapSmall()
  const paths = openHome(process.env)
  const lock = holdLock(paths.lock)
  if (lock === null) {
    reportRunning(paths)
    return
  }
  rmSync(paths.running, { force: true })
  // What a daemon that was cut off left of its work: nobody else uses this home while we hold its lock.
  rmSync(paths.temp, { recursive: true, force: true })
  const secrets = createRedactorSet(process.env)
  const log = createLog({ to: process.env.DROVER_LOG_FILE ?? paths.log, level: 'info', redact: secrets.redact })
  catchBugs(log)
  try {
    await serve(paths, secrets, log, () => lock.release())
  } catch (cause) {
    log.error('the daemon could not start', { cause })
    // In the background the log is all there is, and it holds JSON lines alone.
    if (inBackground) process.exit(1)
    const known =
      cause instanceof DroverError ? ` (${cause.code})${cause.hint === undefined ? '' : `\n${cause.hint}`}` : ''
    process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}${known}\n`)
    process.exit(1)
  }
}

function reportRunning(paths: Paths): void {
  if (inBackground) return
  const running = existsSync(paths.running) ? readFileSync(paths.running, 'utf8').trim() : '{}'
  process.stdout.write(`already running: ${running}\n`)
}

/** A bug is any other throw: logged with its cause. The store and the spools make a crash harmless, a wrong state is not. */
function catchBugs(log: DroverLog): void {
  process.on('uncaughtException', (cause) => {
    log.error('bug: uncaught exception; the daemon ends, agents go on', { cause })
    process.exit(70)
  })
  process.on('unhandledRejection', (cause) => log.error('bug: unhandled rejection', { cause }))
}

async function serve(
  paths: Paths,
  secrets: ReturnType<typeof createRedactorSet>,
  log: DroverLog,
  release: () => void,
): Promise<void> {
  const clock = systemClock
  const server = serverSettings(process.env)
  log.setLevel(server.logLevel)
  const store = openJournal({
    path: paths.db,
    now: clock.now,
    redact: secrets.redact,
    suspects: secrets.suspects,
    onListenerError: (cause) => log.error('what follows a commit failed', { cause }),
  })
  const journal = plantDefects(store, process.env)
  const place = { pid: process.pid, version, socket: paths.socket, port: null as number | null }
  await endGitOf(paths.home, log)
  const settings = createSettings({ env: process.env, home: paths.home })
  const host = createHost(process.env)
  const credentials = createGitCredentials({ host, urls: () => settings.of(null).forge })
  const repositories = {
    credentials,
    log,
    temp: paths.temp,
    home: homeId(journal, paths.home),
    mark: gitMark(paths.home),
  }
  const times = { now: clock.now, steadyMs: clock.steady }
  const tmux = createTmux({ home: paths.home, log, now: () => clock.now().getTime(), steadyMs: clock.steady })
  const engine = createEngine(
    {
      journal,
      runtimes: createRuntimes({
        process: createProcessRuntime({ home: paths.home, log, spares: homeLayout(paths.home).spares }),
        [terminalRuntime]: tmux.runtime,
      }),
      terminals: tmux.terminals,
      workspaces: createWorkspaces(repositories),
      merging: createMerging(repositories),
      forge: createForges({ host, ...times }),
      tracker: createTrackers({ host, ...times }),
      ciSources: createCiSources({
        host,
        wayOut: guardedFetch,
        readChecks: createReadChecks({ host, ...times }),
      }),
      executors: (server) =>
        createT3({ ...server, ...times, token: () => process.env.DROVER_T3_TOKEN, wayOut: guardedFetch }),
      shell: shellParser,
      registry: createRegistry(
        builtInHarnesses({ node: process.execPath, player: playerPath() }),
        configuredHarness,
        templates,
      ),
      settings,
      host,
      files,
      clock,
      notifier: createNotifier({
        env: process.env,
        now: clock.now,
        pushKey: createPushKey(join(paths.home, 'push-key.json')),
      }),
      ids: {
        launch: () => `l_${randomBytes(12).toString('hex')}`,
        uuid: () => randomUUID(),
        token: () => `drs_${randomBytes(32).toString('base64url')}`,
      },
      log,
      paths,
      vault: createVault(paths, secrets.redact),
      attachments: createAttachments(paths),
      desk: createDesk(),
      jobCaller: createJobCaller(),
      telemetry: { out: createOtlpHttp(), version, followLog: log.follow },
      shelf: createActionShelf(homeLayout(paths.home).actions, clock.now),
      secrets,
      hash: (text) => createHash('sha256').update(text).digest('hex'),
      exists: existsSync,
      removeOwn: removeTree,
      readOwn: readPiece,
      readWords,
      bin: putCommand(paths.home, process.execPath, join(root, 'bin', 'drover.cjs')),
      faultPoint: createFaultPoints(process.env),
    },
    () => place,
  )
  const gate = createGate({ journal, clock, tokenFile: paths.token, onSecret: secrets.add })
  gate.onRevoked((label) => engine.flows.forgetPage(label))
  const web = join(root, 'dist', 'web')
  let closing = false
  const close = (agents: 'stop' | 'keep'): void => {
    if (closing) return
    closing = true
    void shutDown(agents)
  }
  const http = createHttp({
    flows: engine.flows,
    gate,
    config: { allowedHosts: server.allowedHosts, trustedProxy: server.trustedProxy },
    assets: { dir: existsSync(join(web, 'index.html')) ? web : null },
    log,
    version,
    pid: process.pid,
    home: paths.home,
    configSchema: configJsonSchema,
    onShutdown: close,
  })
  const listening = await listenSomewhere(http, journal, server, paths)
  place.port = listening.port
  journal.command((tx) => tx.setMeta('port', String(listening.port)))
  const startedAt = clock.now().toISOString()
  writeByRename(
    paths.running,
    `${JSON.stringify({ pid: process.pid, port: listening.port, socket: paths.socket, startedAt, version })}\n`,
  )
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => close('keep'))
  process.on('SIGHUP', () => log.reopen())

  async function shutDown(agents: 'stop' | 'keep'): Promise<void> {
    log.info('stopping', { agents })
    try {
      await engine.flows.shutdown(agents)
      await listening.close()
      journal.close()
    } catch (cause) {
      log.error('stopping did not go cleanly', { cause })
    }
    rmSync(paths.running, { force: true })
    release()
    log.info('stopped', { agents })
    process.exit(0)
  }

  await engine.boot()
  log.info('ready', { pid: process.pid, port: listening.port, version })
}

const playerPath = (): string =>
  bundled ? join(here, 'rehearsal.mjs') : join(here, 'adapters', 'harness', 'rehearsal', 'player.ts')

/** A port that was asked for is taken or refused; otherwise the last one, the default one, a free one. */
async function listenSomewhere(
  http: ReturnType<typeof createHttp>,
  journal: Journal,
  server: ReturnType<typeof serverSettings>,
  paths: Paths,
): ReturnType<ReturnType<typeof createHttp>['listen']> {
  const last = Number(journal.reads.meta('port') ?? 0)
  const asked = server.port
  const candidates =
    asked !== null && asked !== 0 ? [asked] : [...(last > 0 ? [last] : []), ...(asked === null ? [defaultPort] : []), 0]
  for (const [index, port] of candidates.entries()) {
    try {
      return await http.listen({
        host: server.host,
        port,
        socketPath: paths.socket,
        descriptors: openFilesLimit(),
        ...(server.tls === null ? {} : { tls: server.tls }),
      })
    } catch (cause) {
      const { code, path } = cause as NodeJS.ErrnoException
      const busy = code === 'EADDRINUSE'
      if (busy && path !== undefined) {
        throw new DroverError('DAEMON_START_FAILED', `${path} is in use, or no socket of ours.`, {
          cause,
          hint: 'End what listens there, or move the file away.',
        })
      }
      if (busy && index < candidates.length - 1) continue
      if (!busy) throw cause
      throw new DroverError('DAEMON_START_FAILED', `Port ${port} is in use.`, {
        cause,
        hint: 'Set DROVER_PORT to another one, or to 0 for a free one.',
      })
    }
  }
  throw new Error('no port was tried')
}

await main()
