/** Git's commands, one line each: what is never done, what only reads, and what is looked at more closely. */
import { type Judging, type Standing, wordSet } from './guard-facts.ts'
import {
  changesBranch,
  config,
  deny,
  first,
  judgeCheckout,
  judgeFetch,
  judgeInner,
  judgeRebase,
  judgeSwitch,
  lists,
  paths,
  pushes,
  readsConfig,
  readsOnlyRemote,
  rewrites,
  trees,
} from './guard-git-judges.ts'
import { has, readOptions, valuesOf } from './guard-options.ts'
import { judgeWrite, somewhereBelow } from './guard-path.ts'

export interface GitWord {
  /** Refused whatever its arguments: why, and what to do instead. */
  readonly never?: string
  /** Its arguments decide: none of them may be unknown. */
  readonly plain?: boolean
  /** With these arguments it only reads. */
  readonly reads?: (words: readonly string[]) => boolean
  readonly judge?: (judging: Judging, words: readonly string[], at: Standing) => void
}

/** They only read, whatever their arguments (an output file and a program to run apart). */
export const reading = wordSet(`
  annotate blame cat-file check-attr check-ignore check-mailmap check-ref-format cherry column count-objects
  describe diff diff-files diff-index diff-tree difftool for-each-ref fsck get-tar-commit-id grep
  interpret-trailers log ls-files ls-remote ls-tree mailinfo merge-base merge-tree name-rev patch-id range-diff
  request-pull rev-list rev-parse shortlog show show-branch show-index show-ref status stripspace var
  verify-commit verify-pack verify-tag whatchanged --version --help --exec-path --html-path
`)

const plainWrite: GitWord = {}

export const gitWords: Readonly<Record<string, GitWord>> = {
  push: { never: pushes },
  'send-pack': { never: pushes },
  'http-push': { never: pushes },
  'receive-pack': { never: pushes },
  'remote-https': { never: pushes },
  'remote-http': { never: pushes },
  'remote-ext': { never: pushes },
  'send-email': { never: pushes },
  svn: { never: pushes },
  p4: { never: pushes },
  cvsexportcommit: { never: pushes },
  daemon: { never: 'Nothing is served from here: leave sharing to Drover.' },
  instaweb: { never: 'Nothing is served from here: leave sharing to Drover.' },
  'update-ref': { never: rewrites },
  'filter-branch': { never: rewrites },
  'filter-repo': { never: rewrites },
  replace: { never: rewrites },
  prune: { never: rewrites },
  'fast-import': { never: rewrites },
  'pack-refs': { never: rewrites },
  'symbolic-ref': {
    plain: true,
    reads: (words) =>
      !has(readOptions(words, ['-m']), '-d', '--delete') && readOptions(words, ['-m']).operands.length < 2,
    judge: (judging) => judging.deny(rewrites),
  },
  reflog: {
    plain: true,
    reads: (words) => !['expire', 'delete', 'drop', 'write'].includes(words[0] ?? ''),
    judge: (judging) => judging.deny(rewrites),
  },
  gc: { plain: true, judge: deny(rewrites, (options) => has(options, '--prune', '--aggressive', '--force')) },
  repack: { plain: true, judge: deny(rewrites, (options) => has(options, '-d', '-A', '-a')) },
  maintenance: { never: 'Maintenance of the repository is left to its owner.' },
  worktree: { plain: true, reads: first('list'), judge: (judging) => judging.deny(trees) },
  config: { plain: true, reads: readsConfig, judge: (judging) => judging.deny(config) },
  remote: {
    plain: true,
    reads: (words) =>
      words.every((word) => word.startsWith('-')) ||
      ['show', 'get-url'].includes(words.find((word) => !word.startsWith('-')) ?? ''),
    judge: (judging) => judging.deny(config),
  },
  'sparse-checkout': { reads: first('list', 'check-rules') },
  hook: { never: 'Hooks run by themselves when git needs them.' },
  branch: {
    plain: true,
    reads: (words) =>
      !has(readOptions(words, ['--sort', '--format', '--contains', '--points-at', '-u']), ...changesBranch) &&
      lists(words, ['--sort', '--format']),
    judge: deny(`${rewrites} Leave branches as they are.`, (options) => has(options, ...changesBranch), [
      '-u',
      '--set-upstream-to',
      '--sort',
      '--format',
    ]),
  },
  tag: {
    plain: true,
    reads: (words) =>
      !has(
        readOptions(words, ['-m', '-F', '-u', '--sort', '--format', '-n']),
        '-d',
        '-f',
        '--delete',
        '--force',
        '-a',
        '-s',
        '-m',
      ) && lists(words, ['--sort', '--format']),
    judge: deny(rewrites, (options) => has(options, '-d', '-f', '--delete', '--force'), ['-m', '-F', '-u']),
  },
  checkout: { plain: true, judge: judgeCheckout },
  switch: { plain: true, judge: judgeSwitch },
  fetch: { plain: true, reads: readsOnlyRemote, judge: judgeFetch },
  pull: { plain: true, judge: judgeFetch },
  rebase: { plain: true, judge: judgeRebase },
  stash: {
    plain: true,
    reads: first('list', 'show'),
    judge: (judging, words) => {
      if (words[0] === 'clear' || words[0] === 'drop')
        judging.deny('The stash is shared by all worktrees: commit on your branch instead of dropping from it.')
    },
  },
  submodule: {
    plain: true,
    reads: (words) => words.length === 0 || ['status', 'summary'].includes(words[0]!),
    judge: (judging, words, at) => {
      if (words[0] === 'foreach') judgeInner(judging, words.slice(1), at)
    },
  },
  bisect: {
    plain: true,
    reads: first('log', 'view', 'visualize', 'terms'),
    judge: (judging, words, at) => {
      if (words[0] === 'run') judgeInner(judging, words.slice(1), at)
    },
  },
  lfs: {
    plain: true,
    reads: first('ls-files', 'status', 'env', 'version', 'logs'),
    judge: (judging, words) => {
      if (['push', 'migrate', 'lock', 'unlock', 'prune'].includes(words[0] ?? '')) judging.deny(pushes)
    },
  },
  subtree: {
    plain: true,
    judge: (judging, words) => {
      if (readOptions(words, ['-P', '--prefix', '-b', '-m']).operands[0] === 'push') judging.deny(pushes)
    },
  },
  clone: {
    plain: true,
    judge: (judging, words, at) => {
      const takes = [
        '-b',
        '--branch',
        '--depth',
        '-o',
        '--origin',
        '-c',
        '--config',
        '--reference',
        '-u',
        '--upload-pack',
        '-j',
        '--template',
        '--filter',
        '--separate-git-dir',
      ]
      const { operands, options } = readOptions(words, takes)
      const to =
        operands[1] ??
        (operands[0] ?? 'x')
          .replace(/\/+$/, '')
          .split(/[/:]/)
          .at(-1)!
          .replace(/\.git$/, '')
      judgeWrite(judging, to, at, 'git clone')
      if (
        options.some(({ name }) => ['-c', '--config', '-u', '--upload-pack', '--template'].includes(name)) ||
        operands[0]?.startsWith('ext::')
      )
        judging.deny('A clone with settings of its own may run something else: clone plainly.')
    },
  },
  init: {
    plain: true,
    judge: (judging, words, at) =>
      judgeWrite(
        judging,
        `${readOptions(words, ['-b', '--initial-branch', '--template', '--separate-git-dir']).operands[0] ?? '.'}/${somewhereBelow}`,
        at,
        'git init',
      ),
  },
  rm: { plain: true, judge: paths() },
  mv: { plain: true, judge: paths() },
  archive: {
    plain: true,
    reads: (words) =>
      !has(readOptions(words, ['-o', '--output', '--prefix', '--format']), '-o', '--output', '--remote', '--exec'),
    judge: (judging, words, at) => {
      for (const path of valuesOf(readOptions(words, ['-o', '--output', '--prefix', '--format']), '-o', '--output'))
        judgeWrite(judging, path, at, 'git archive')
    },
  },
  bundle: {
    plain: true,
    reads: first('verify', 'list-heads'),
    judge: (judging, words, at) =>
      judgeWrite(judging, readOptions(words.slice(1), []).operands[0] ?? null, at, 'git bundle'),
  },
  'format-patch': {
    plain: true,
    reads: (words) => words.includes('--stdout'),
    judge: (judging, words, at) =>
      judgeWrite(
        judging,
        `${valuesOf(readOptions(words, ['-o', '--output-directory']), '-o', '--output-directory')[0] ?? '.'}/${somewhereBelow}`,
        at,
        'git format-patch',
      ),
  },
  apply: {
    plain: true,
    reads: (words) =>
      has(readOptions(words, ['-p', '-C', '--directory']), '--stat', '--numstat', '--summary', '--check') &&
      !words.includes('--apply'),
    judge: (judging, words, at) => {
      const options = readOptions(words, ['-p', '-C', '--directory', '--exclude', '--include', '--whitespace'])
      if (has(options, '--unsafe-paths')) judging.deny('A patch stays inside the worktree: leave `--unsafe-paths` out.')
      for (const directory of valuesOf(options, '--directory')) judgeWrite(judging, directory, at, 'git apply')
      judging.unseen('git apply')
    },
  },
  am: { judge: (judging) => judging.unseen('git am') },
  mergetool: { judge: (judging) => judging.unseen('git mergetool') },
  add: plainWrite,
  stage: plainWrite,
  commit: plainWrite,
  restore: plainWrite,
  reset: plainWrite,
  merge: plainWrite,
  'cherry-pick': plainWrite,
  revert: plainWrite,
  clean: plainWrite,
  notes: { reads: first('list', 'show') },
  rerere: { reads: first('status', 'diff', 'remaining') },
  'update-index': { plain: true },
  'read-tree': { plain: true },
  'checkout-index': {
    plain: true,
    judge: (judging, words) => {
      if (words.some((word) => word.startsWith('--prefix')))
        judging.deny('Files are written inside the worktree: leave `--prefix` out.')
    },
  },
  'write-tree': plainWrite,
  'commit-tree': plainWrite,
  'commit-graph': plainWrite,
  'hash-object': plainWrite,
  mktree: plainWrite,
  mktag: plainWrite,
  'merge-file': {
    plain: true,
    judge: (judging, words, at) => {
      if (!words.includes('-p'))
        judgeWrite(judging, readOptions(words, ['-L']).operands[0] ?? null, at, 'git merge-file')
    },
  },
  'merge-index': { plain: true, judge: (judging) => judging.unseen('git merge-index') },
  shell: { never: 'Nothing is served from here: leave sharing to Drover.' },
}
