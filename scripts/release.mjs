/**
 * `npm run release -- <version>`: the CHANGELOG's unreleased lines go under the version and today's date, and package.json
 * and the lock carry it. Changes files only; the commit, the tag and what is published are the maintainer's.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const given = process.argv.slice(2)
const version = given.find((word) => !word.startsWith('--'))
const root = resolve(given.find((word) => word.startsWith('--root='))?.slice(7) ?? join(import.meta.dirname, '..'))

function stop(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const read = (name) => readFileSync(join(root, name), 'utf8')
const numbers = (text) => text.split('.').map(Number)
const isOlder = (one, other) => {
  const [a, b] = [numbers(one), numbers(other)]
  const n = a.findIndex((part, index) => part !== b[index])
  return n !== -1 && a[n] < b[n]
}

if (version === undefined || !/^\d+\.\d+\.\d+$/.test(version)) stop('Name the version: npm run release -- 1.2.3')
const changelog = read('CHANGELOG.md')
const pack = JSON.parse(read('package.json'))
const lock = JSON.parse(read('package-lock.json'))
if (changelog.includes(`\n## ${version}`)) stop(`CHANGELOG.md has ${version} already.`)
if (isOlder(version, pack.version)) stop(`package.json is at ${pack.version}, which is newer than ${version}.`)
const heading = '\n## Unreleased\n'
const at = changelog.indexOf(heading)
if (at === -1) stop('CHANGELOG.md has no heading "## Unreleased".')
const after = at + heading.length
const next = changelog.indexOf('\n## ', after)
if (!/^- /m.test(changelog.slice(after, next === -1 ? undefined : next)))
  stop('CHANGELOG.md has no unreleased lines: there is nothing to release.')

const today = new Date().toISOString().slice(0, 10)
pack.version = version
lock.version = version
lock.packages[''].version = version
const write = (name, text) => writeFileSync(join(root, name), text)
write('CHANGELOG.md', `${changelog.slice(0, at)}${heading}\n## ${version} (${today})\n${changelog.slice(after)}`)
write('package.json', `${JSON.stringify(pack, null, 2)}\n`)
write('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`${version}: look at the difference, then commit and tag it v${version}.\n`)
