/**
 * `npm start`: the daemon, the demo project and a few rehearsal agents at work, then the cockpit's link. Drives the same
 * commands a person would type. Run twice it goes on with what is there.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = join(root, 'bin', 'drover.cjs')
const say = (text) => process.stderr.write(`${text}\n`)

/** From the top of the file system, which is in no repository: there `drover up` makes the demo. */
function drover(...args) {
  const ran = spawnSync(process.execPath, [bin, ...args], { cwd: '/', encoding: 'utf8', maxBuffer: 1 << 26 })
  if (ran.error) throw ran.error
  if (ran.status !== 0) throw new Error(`drover ${args[0]} failed:\n${ran.stderr.trimEnd()}`)
  return ran.stdout
}
const ask = (...args) => JSON.parse(drover(...args, '--json'))

function startDaemon() {
  const ran = spawnSync(process.execPath, [bin, 'start', '--json'], { cwd: root, encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(`the daemon did not start:\n${ran.stderr.trimEnd()}`)
  return JSON.parse(ran.stdout)
}

const agents = JSON.parse(readFileSync(join(root, 'scripts', 'demo-agents.json'), 'utf8'))

/** An agent that works is left alone, one that rests goes on, a missing one is started. */
function setToWork(project, agent, sessions) {
  const script = agent.script.join('\n')
  const known = sessions.find((session) => session.name === agent.name && session.status !== 'ended')
  if (known && known.status !== 'idle') return `${known.id}  ${agent.name}  ${known.status}`
  if (known) {
    drover('send', '--session', known.id, '--message', script)
    return `${known.id}  ${agent.name}  works again`
  }
  const { session } = ask(
    'spawn',
    '--project',
    project,
    '--harness',
    'rehearsal',
    '--name',
    agent.name,
    '--prompt',
    script,
  )
  return `${session.id}  ${agent.name}  started`
}

try {
  say('starting the daemon')
  const status = startDaemon()
  say('making the demo project')
  const up = ask('up')
  const { sessions } = ask('session', 'ls', '-p', up.project.id, '--all')
  say('setting agents to work')
  for (const agent of agents) say(`  ${setToWork(up.project.id, agent, sessions)}`)
  process.stdout.write(`
Drover ${status.version} is running (pid ${status.pid}), home ${status.home}.

  cockpit   ${up.url}
  fleet     npm run -s drover session ls
  watch     npm run -s drover session attach ${up.project.id}-1
  new link  npm run -s drover link
  stop      npm stop

The link is good once, for five minutes.
`)
} catch (error) {
  say(error.message)
  process.exit(1)
}
