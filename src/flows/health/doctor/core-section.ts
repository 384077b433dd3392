/** The home, the store, the socket and the room that is left. */
import { lstat, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Check, check, judgeFree } from '#core/doctor/checks'
import type { Journal } from '#ports/store/journal'
import { storeProblem } from '../problems.ts'
import { attempt, type DoctorDeps, type Finding, some, words } from './finding.ts'

export async function core(deps: DoctorDeps): Promise<readonly Finding[]> {
  const { paths, journal, daemon } = deps
  const mode = await stat(paths.home).then((s) => s.mode & 0o777)
  const open = (mode & 0o077) !== 0
  const home = open
    ? check(
        'Core',
        'home',
        'WARN',
        `${paths.home} is open to others (${mode.toString(8)})`,
        `Run \`chmod 700 ${paths.home}\`.`,
      )
    : check('Core', 'home', 'PASS', paths.home)
  const resources = await deps.runtimes.here.resources()
  const floors = attempt(() => deps.settings.of(null))
  return [
    { check: configCheck(deps) },
    { check: home },
    { check: await writeProbe(paths.home) },
    storeFinding(deps),
    { check: check('Core', 'schema', 'PASS', `version ${journal.reads.schemaVersion()}`) },
    {
      check: check(
        'Core',
        'daemon',
        'PASS',
        `pid ${daemon.pid}, version ${daemon.version}${daemon.port === null ? '' : `, port ${daemon.port}`}`,
      ),
    },
    { check: await socketCheck(daemon.socket) },
    { check: judgeFree('disk', resources.freeDiskBytes, floors?.minFreeDiskBytes ?? 0) },
    { check: judgeFree('memory', resources.freeMemoryBytes, floors?.minFreeMemoryBytes ?? 0) },
  ]
}

function configCheck(deps: DoctorDeps): Check {
  const faults: string[] = []
  for (const project of [null, ...deps.journal.reads.projects(false)]) {
    try {
      deps.settings.of(project)
    } catch (error) {
      faults.push(words(error))
    }
  }
  if (faults.length === 0) return check('Core', 'config', 'PASS', 'the configuration files hold')
  return check(
    'Core',
    'config',
    'FAIL',
    some([...new Set(faults)]),
    'Mend the file it names; `drover config check` looks again.',
  )
}

async function writeProbe(home: string): Promise<Check> {
  const file = join(home, `.doctor-${process.pid}`)
  try {
    await writeFile(file, 'x', { mode: 0o600, flush: true })
    await rm(file)
    return check('Core', 'home-write', 'PASS', 'a file was written and removed')
  } catch (error) {
    return check(
      'Core',
      'home-write',
      'FAIL',
      `${home} cannot be written: ${words(error)}`,
      'Look at its rights and at the free space.',
    )
  }
}

function storeFinding(deps: DoctorDeps): Finding {
  const { journal, paths } = deps
  const problem = storeProblem(deps)
  if (problem === null) return { check: storeCheck(journal, paths.db) }
  const hint = 'Run `drover doctor --fix`: it writes down what the daemon still holds, and says what to do next.'
  return { check: check('Core', 'sqlite', 'FAIL', problem, hint), mend: async () => writeDown(journal, paths.db) }
}

/** The daemon goes on refusing to write: only a new one opens the file that stands there now. */
function writeDown(journal: Journal, path: string): Check {
  const file = journal.writeDown()
  const said = `what the daemon holds is in ${file}; nothing is written until it is started again`
  const hint =
    file === path
      ? 'Run `drover restart`: agents are not interrupted.'
      : `To go on with it: drover stop --keep-agents; rm -f ${path}-wal ${path}-shm; mv ${file} ${path}; drover start. To go on with the other one: drover restart.`
  return check('Core', 'sqlite', 'FAIL', said, hint)
}

function storeCheck(journal: Journal, path: string): Check {
  try {
    const seq = journal.reads.lastSeq()
    if (journal.writable) return check('Core', 'sqlite', 'PASS', `${path}, change ${seq}`)
    return check(
      'Core',
      'sqlite',
      'FAIL',
      `the last write to ${path} failed`,
      'Look at the free space and the rights of the home.',
    )
  } catch (error) {
    return check(
      'Core',
      'sqlite',
      'FAIL',
      `${path} cannot be read: ${words(error)}`,
      'Stop the daemon and keep a copy of the file before anything else.',
    )
  }
}

async function socketCheck(socket: string): Promise<Check> {
  const found = await lstat(socket).catch(() => null)
  if (!found?.isSocket())
    return check('Core', 'socket', 'FAIL', `${socket} is gone`, 'Run `drover restart`: agents are not interrupted.')
  const mode = found.mode & 0o777
  if ((mode & 0o077) === 0) return check('Core', 'socket', 'PASS', socket)
  return check(
    'Core',
    'socket',
    'WARN',
    `${socket} is open to others (${mode.toString(8)})`,
    `Run \`chmod 600 ${socket}\`.`,
  )
}
