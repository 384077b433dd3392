/** `git -c key=value`: settings that only change how git looks or writes are taken, those that run or redirect are not. */
import { type Judging, type Standing, wordSet } from './guard-facts.ts'

const harmlessSections = wordSet(`
  user author committer color advice log column format init rerere status stash tag commit pull rebase merge
  blame grep apply am gc index pack feature fetch i18n branch safe diff http push
`)
const harmlessCore = wordSet(`
  quotepath autocrlf eol safecrlf filemode ignorecase precomposeunicode longpaths symlinks whitespace abbrev
  commentchar preloadindex untrackedcache compression checkstat trustctime
`)
/** Their value is run by a shell. */
const commandKeys = wordSet(`
  core.pager core.editor sequence.editor core.sshcommand diff.external core.askpass
`)

export function judgeSetting(judging: Judging, setting: string | null, at: Standing): void {
  const [key, value] = setting === null ? [null, null] : splitSetting(setting)
  if (key === null) {
    judging.deny('A setting of git that is known only when it runs is not passed: write `-c key=value` out.')
  } else if (commandKeys.has(key)) {
    judging.script(value, at)
  } else if (!isHarmless(key)) {
    judging.deny(`\`-c ${key}\` may make git run or reach something else: leave it out and use git's plain commands.`)
  }
}

function splitSetting(setting: string): readonly [string, string] {
  const equals = setting.indexOf('=')
  return equals < 0
    ? [setting.toLowerCase(), 'true']
    : [setting.slice(0, equals).toLowerCase(), setting.slice(equals + 1)]
}

function isHarmless(key: string): boolean {
  const section = key.slice(0, key.indexOf('.'))
  const name = key.slice(key.lastIndexOf('.') + 1)
  if (section === 'core') return harmlessCore.has(name)
  // `merge.x.driver`, `diff.x.command`, `diff.x.textconv`, `gpg.program`, `http.proxy`: programs and ways out.
  const runs = [
    'driver',
    'command',
    'textconv',
    'program',
    'cmd',
    'path',
    'proxy',
    'recoverycommand',
    'pushoption',
    'editor',
  ]
  return harmlessSections.has(section) && !runs.includes(name)
}
