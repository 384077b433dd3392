/**
 * `npm start`: the daemon, the demo project, a few rehearsal agents and an effort at work, then the cockpit's link. Drives the
 * same commands a person would type. Run twice it goes on with what is there.
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

const read = (name) => JSON.parse(readFileSync(join(root, 'scripts', name), 'utf8'))
const agents = read('demo-agents.json')

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
    ...(agent.model === undefined ? [] : ['--model', agent.model]),
    '--name',
    agent.name,
    '--prompt',
    script,
  )
  return `${session.id}  ${agent.name}  started`
}

/** A script in one line of another one. */
const folded = (lines) => lines.join('\n').replaceAll('\\', '\\\\').replaceAll('\n', '\\n')

/** One lead and its builders, once: one that was there before goes on, and one that is over stays so. */
function setGoal(project) {
  const { plan, builders, report } = read('demo-effort.json')
  const { efforts } = ask('effort', 'ls', '-p', project)
  const known = efforts.find(({ goal }) => goal.split('\n')[0] === plan[0])
  if (known) return known
  const spawns = builders.map((script) => `@spawn builder ${folded(script)}`)
  const goal = [...plan, ...spawns, '@wait children', ...report].join('\n')
  return ask('effort', 'start', goal, '-p', project, '--role', 'lead', '--agent', 'rh', '--detach').effort
}

try {
  say('starting the daemon')
  const status = startDaemon()
  say('making the demo project')
  const up = ask('up')
  const { sessions } = ask('session', 'ls', '-p', up.project.id, '--all')
  say('setting agents to work')
  for (const agent of agents) say(`  ${setToWork(up.project.id, agent, sessions)}`)
  say('setting a goal to a lead and its builders')
  const effort = setGoal(up.project.id)
  say(`  ${effort.id}  ${effort.goal.split('\n')[0]}  ${effort.state}`)
  process.stdout.write(`
Drover ${status.version} is running (pid ${status.pid}), home ${status.home}.

  cockpit   ${up.url}
  fleet     npm run -s drover session ls
  watch     npm run -s drover session attach ${up.project.id}-1
  effort    npm run -s drover effort show ${effort.id}
  new link  npm run -s drover link
  stop      npm stop

The link is good once, for five minutes.
`)
} catch (error) {
  say(error.message)
  process.exit(1)
}
