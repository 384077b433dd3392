/**
 * The doctor without a daemon: what the command line itself can see, in the same sections and words. Says of the rest
 * plainly that it was not looked at.
 */
import { execFile } from 'node:child_process'
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { statfs } from 'node:fs/promises'
import { freemem } from 'node:os'
import { delimiter, join } from 'node:path'
import type { DroverError } from '#contract/error'
import {
  type Check,
  check,
  judgeBoth,
  judgeFree,
  judgeGit,
  judgeGithubToken,
  judgeTmux,
  judgeTool,
  type Report,
  reportOf,
} from '#core/doctor/checks'
import type { Context } from './context.ts'
import { daemonState } from './daemon-state.ts'
import { logInUse } from './home.ts'

/** The floors of a configuration that names none. */
const floors = { disk: 512 * 2 ** 20, memory: 256 * 2 ** 20 }
const needsDaemon = 'not looked at: the daemon is needed for it'

export async function localDoctor(context: Context, why: DroverError | null): Promise<Report> {
  return reportOf([
    await configCheck(context),
    ...homeChecks(context.home.path),
    storeCheck(context.home.db),
    schemaCheck(context.home.db),
    await daemonCheck(context, why),
    socketCheck(context.home.socketFile),
    ...(await freeChecks(context.home.path)),
    ...(await callerTools(context)).map((found) => judgeBoth(found, undefined)),
    check('Harnesses', 'all', 'WARN', needsDaemon, 'Run `drover start`, then `drover harness probe`.'),
    judgeGithubToken(tokenFinding(context)),
    check('Consistency', 'all', 'WARN', needsDaemon, 'Run `drover start`, then doctor again.'),
  ])
}

/** The tools as the shell that asks has them. */
async function callerTools(context: Context): Promise<readonly Check[]> {
  return [
    judgeGit(await gitVersion(context)),
    judgeTmux(await tmuxFound(context)),
    judgeTool('curl', which(context, 'curl'), "agents' hooks report by it"),
  ]
}

/** The daemon's report with its tools judged from here too. */
export async function withCallerTools(context: Context, report: Report): Promise<Report> {
  const mine = await callerTools(context)
  return reportOf(
    report.checks.map((found) => {
      const own = found.section === 'Tools' ? mine.find(({ name }) => name === found.name) : undefined
      return own === undefined ? found : judgeBoth(own, found)
    }),
  )
}

async function configCheck(context: Context): Promise<Check> {
  const { checkFiles } = await import('./local-config.ts')
  const files = checkFiles(context.env, null)
  const faults = files.flatMap((file) => (file.state === 'wrong' ? (file.message ?? []) : []))
  const warning = files.find((file) => file.state === 'warns')
  if (faults.length === 0 && warning !== undefined)
    return check('Core', 'config', 'WARN', warning.message ?? 'a file is of another version', warning.hint)
  if (faults.length === 0) return check('Core', 'config', 'PASS', 'the configuration files hold')
  return check(
    'Core',
    'config',
    'FAIL',
    faults.join('; '),
    'Mend the file it names; `drover config check` looks again.',
  )
}

function homeChecks(home: string): readonly Check[] {
  const found = statSync(home, { throwIfNoEntry: false })
  if (!found)
    return [check('Core', 'home', 'WARN', `${home} does not exist yet`, 'Run `drover start`: it is made then.')]
  const mode = found.mode & 0o777
  const open = (mode & 0o077) !== 0
  const about = open
    ? check('Core', 'home', 'WARN', `${home} is open to others (${mode.toString(8)})`, `Run \`chmod 700 ${home}\`.`)
    : check('Core', 'home', 'PASS', home)
  const probe = join(home, `.doctor-${process.pid}`)
  try {
    writeFileSync(probe, 'x')
    rmSync(probe)
    return [about, check('Core', 'home-write', 'PASS', 'a file was written and removed')]
  } catch (error) {
    return [
      about,
      check(
        'Core',
        'home-write',
        'FAIL',
        `${home} cannot be written: ${(error as Error).message}`,
        'Look at its rights and the free space.',
      ),
    ]
  }
}

/** Only its first bytes: nothing but the daemon opens the store. */
function storeCheck(file: string): Check {
  if (!existsSync(file))
    return check('Core', 'sqlite', 'WARN', `${file} does not exist yet`, 'The first start makes it.')
  try {
    const head = Buffer.alloc(16)
    const fd = openSync(file, 'r')
    readSync(fd, head, 0, 16, 0)
    closeSync(fd)
    if (head.toString('latin1').startsWith('SQLite format 3'))
      return check('Core', 'sqlite', 'PASS', `${file} is a SQLite file`)
    return check(
      'Core',
      'sqlite',
      'FAIL',
      `${file} is no SQLite file`,
      'Put a backup in its place: drover.db.before-<n> beside it.',
    )
  } catch (error) {
    return check('Core', 'sqlite', 'FAIL', `${file} cannot be read: ${(error as Error).message}`, 'Look at its rights.')
  }
}

/** SQLite keeps the version in its header; whether this Drover knows it is said by the daemon when it opens the store. */
function schemaCheck(file: string): Check {
  try {
    const head = Buffer.alloc(64)
    const fd = openSync(file, 'r')
    const read = readSync(fd, head, 0, 64, 0)
    closeSync(fd)
    const version = head.readUInt32BE(60)
    if (read === 64 && version > 0) return check('Core', 'schema', 'PASS', `version ${version}`)
  } catch {
    // No file, or none that can be read: the check before this one says so.
  }
  return check('Core', 'schema', 'WARN', needsDaemon, 'Run `drover start`.')
}

async function daemonCheck(context: Context, why: DroverError | null): Promise<Check> {
  if (why?.code === 'DAEMON_UNRESPONSIVE') return check('Core', 'daemon', 'FAIL', why.message, why.hint)
  const status = await daemonState(context.home, context.version)
  if (why?.code === 'DAEMON_START_FAILED') return check('Core', 'daemon', 'FAIL', why.message, why.hint)
  const about = `${status.state}${status.error === undefined ? '' : `: ${status.error}`}`
  if (status.state === 'unhealthy') return check('Core', 'daemon', 'FAIL', about, `See ${logInUse(context.home)}.`)
  if (status.state === 'ready') return check('Core', 'daemon', 'FAIL', why?.message ?? about, why?.hint)
  return check('Core', 'daemon', 'WARN', about, 'Run `drover start`; it clears what a dead daemon left.')
}

function socketCheck(socket: string): Check {
  const found = lstatSync(socket, { throwIfNoEntry: false })
  if (!found) return check('Core', 'socket', 'WARN', `${socket} is not there`, 'Run `drover start`.')
  return check('Core', 'socket', 'WARN', `${socket} is there, not asked`, 'Run `drover status`.')
}

async function freeChecks(home: string): Promise<readonly Check[]> {
  const place = existsSync(home) ? home : '/'
  const disk = await statfs(place)
  return [judgeFree('disk', disk.bavail * disk.bsize, floors.disk), judgeFree('memory', freemem(), floors.memory)]
}

const gitVersion = ({ env }: Context) =>
  new Promise<string | null>((resolve) => {
    execFile('git', ['--version'], { timeout: 5000, cwd: '/', env }, (error, out) => resolve(error ? null : out))
  })

async function tmuxFound(context: Context): Promise<{ path: string; said: string | null } | null> {
  const path = which(context, 'tmux')
  if (path === null) return null
  const said = await new Promise<string | null>((resolve) => {
    execFile(path, ['-V'], { timeout: 5000, cwd: '/', env: context.env }, (error, out) =>
      resolve(error ? null : out.trim()),
    )
  })
  return { path, said }
}

function which(context: Context, name: string): string | null {
  for (const folder of (context.env.PATH ?? '').split(delimiter)) {
    try {
      const path = join(folder, name)
      accessSync(path, constants.X_OK)
      return path
    } catch {
      // Not in this folder: the next one.
    }
  }
  return null
}

function tokenFinding(context: Context) {
  const source = context.env.GITHUB_TOKEN ? 'GITHUB_TOKEN' : context.env.GH_TOKEN ? 'GH_TOKEN' : null
  if (source === null) return { state: 'none' as const }
  return { state: 'untried' as const, source, why: 'the daemon is needed for it' }
}
