/** Programs that write files, and which: one line a program. */
import { type Arg, type Judging, type Standing, textsOf } from './guard-facts.ts'
import { has, type Options, readOptions, valuesOf } from './guard-options.ts'
import { isInside, joinPath, judgeWrite, somewhereBelow } from './guard-path.ts'

interface Writer {
  /** Options that are followed by a value. */
  readonly takes?: readonly string[]
  /** The paths it writes, from where it stands. */
  readonly writes: (options: Options) => readonly string[]
}

const all = ({ operands }: Options): readonly string[] => operands
const allBut =
  (n: number) =>
  ({ operands }: Options): readonly string[] =>
    operands.slice(n)

const nameOf = (path: string): string => path.replace(/\/+$/, '').split('/').at(-1) ?? path
const into = (directory: string, names: readonly string[]): readonly string[] =>
  names.map((name) => `${directory}/${nameOf(name)}`)

/** Copies to the last operand or to `-t`; into a directory each keeps its name. */
function copies(options: Options): readonly string[] {
  const target = valuesOf(options, '-t', '--target-directory')[0]
  if (target !== undefined) return into(target, options.operands)
  const [sources, last] = [options.operands.slice(0, -1), options.operands.at(-1)]
  if (last === undefined) return []
  return sources.length > 1 || /(?:^|\/)\.{0,2}$/.test(last) ? into(last, sources) : [last]
}

const copyTakes = ['-t', '--target-directory', '-S', '--suffix']

/** A path below something that is taken apart into names that nobody knows. */
const below = (directory: string): string => `${directory}/${somewhereBelow}`

function tarWrites(options: Options): readonly string[] {
  const extracts = has(options, '-x', '--extract', '--get')
  const files = valuesOf(options, '-f', '--file')
  if (extracts)
    return has(options, '-O', '--to-stdout') ? [] : [below(valuesOf(options, '-C', '--directory')[0] ?? '.')]
  return has(options, '-c', '-r', '-u', '-A', '--create', '--append', '--update', '--delete')
    ? files.filter((file) => file !== '-')
    : []
}

const withoutScript = (options: Options): readonly string[] =>
  has(options, '-e', '-f', '--expression', '--file') ? options.operands : options.operands.slice(1)

const packs: Writer = {
  writes: (options) => (has(options, '-c', '--stdout', '-t', '--test', '-l', '--list') ? [] : options.operands),
}

const writers: Readonly<Record<string, Writer>> = {
  cp: { takes: copyTakes, writes: copies },
  install: {
    takes: [...copyTakes, '-m', '-o', '-g', '--mode', '--owner', '--group'],
    writes: (options) => (has(options, '-d', '--directory') ? options.operands : copies(options)),
  },
  mv: {
    takes: copyTakes,
    writes: (options) => [
      ...copies(options),
      ...options.operands.slice(0, has(options, '-t', '--target-directory') ? undefined : -1),
    ],
  },
  ln: {
    takes: copyTakes,
    writes: (options) =>
      options.operands.length === 1 && !has(options, '-t', '--target-directory')
        ? into('.', options.operands)
        : copies(options),
  },
  rsync: {
    takes: [
      '-e',
      '--rsh',
      '-f',
      '--filter',
      '--exclude',
      '--include',
      '--exclude-from',
      '--include-from',
      '--files-from',
      '--log-file',
    ],
    writes: (options) => [
      ...valuesOf(options, '--log-file'),
      ...options.operands
        .slice(1)
        .slice(-1)
        .filter((path) => !path.includes(':'))
        .map(below),
    ],
  },
  scp: {
    takes: ['-i', '-P', '-o', '-F', '-c', '-l', '-S', '-J'],
    writes: (options) => copies(options).filter((path) => !path.includes(':')),
  },
  rm: { writes: all },
  rmdir: { writes: all },
  unlink: { writes: all },
  mkdir: { takes: ['-m', '--mode'], writes: all },
  touch: { takes: ['-d', '-r', '-t', '--date', '--reference'], writes: all },
  truncate: { takes: ['-s', '-r', '--size', '--reference'], writes: all },
  shred: { takes: ['-n', '-s'], writes: all },
  mkfifo: { takes: ['-m'], writes: all },
  mknod: { takes: ['-m'], writes: ({ operands }) => operands.slice(0, 1) },
  chmod: { writes: (options) => (has(options, '--reference') ? options.operands : chmodFiles(options)) },
  chown: { writes: (options) => (has(options, '--reference') ? options.operands : options.operands.slice(1)) },
  chgrp: { writes: (options) => (has(options, '--reference') ? options.operands : options.operands.slice(1)) },
  setfacl: { takes: ['-m', '-x', '-M', '-X'], writes: all },
  tee: { writes: all },
  sponge: { writes: all },
  dd: { writes: ({ operands }) => operands.flatMap((word) => (word.startsWith('of=') ? [word.slice(3)] : [])) },
  sed: {
    takes: ['-e', '-f', '-l', '--expression', '--file', '--line-length'],
    writes: (options) => (has(options, '-i', '--in-place') ? withoutScript(options) : []),
  },
  yq: { writes: (options) => (has(options, '-i', '--inplace') ? options.operands.slice(1) : []) },
  sort: {
    takes: ['-o', '--output', '-k', '-t', '-S', '-T', '--key'],
    writes: (options) => valuesOf(options, '-o', '--output'),
  },
  uniq: { takes: ['-f', '-s', '-w'], writes: allBut(1) },
  split: {
    takes: ['-a', '-b', '-C', '-l', '-n'],
    writes: ({ operands }) => [`${operands[1] ?? 'x'}${somewhereBelow}`],
  },
  csplit: {
    takes: ['-f', '-b', '-n'],
    writes: (options) => [`${valuesOf(options, '-f')[0] ?? 'xx'}${somewhereBelow}`],
  },
  tar: { takes: ['-f', '-C', '-T', '-X', '--file', '--directory', '--exclude', '--transform'], writes: tarWrites },
  unzip: {
    takes: ['-d', '-x', '-P'],
    writes: (options) => (has(options, '-l', '-p', '-t', '-Z', '-v') ? [] : [below(valuesOf(options, '-d')[0] ?? '.')]),
  },
  zip: { takes: ['-i', '-x'], writes: ({ operands }) => operands.slice(0, 1) },
  gzip: packs,
  gunzip: packs,
  bzip2: packs,
  bunzip2: packs,
  xz: packs,
  unxz: packs,
  zstd: packs,
  mktemp: {
    takes: ['-p', '--tmpdir', '--suffix'],
    writes: (options) => {
      const directory = valuesOf(options, '-p', '--tmpdir')[0]
      const template = options.operands[0] ?? somewhereBelow
      if (has(options, '-u', '--dry-run')) return []
      return [
        directory !== undefined
          ? `${directory}/${template}`
          : options.operands.length > 0 && !has(options, '-t')
            ? template
            : `/tmp/${template}`,
      ]
    },
  },
  curl: {
    takes: [
      '-o',
      '--output',
      '--output-dir',
      '-D',
      '--dump-header',
      '-c',
      '--cookie-jar',
      '--trace',
      '--trace-ascii',
      '-H',
      '-d',
      '-X',
      '-u',
      '-A',
      '-e',
      '-b',
      '-F',
      '-T',
      '-m',
      '-w',
      '-x',
      '-K',
      '-U',
      '-E',
      '-Y',
      '-y',
      '-z',
      '-C',
      '-r',
      '--max-time',
      '--data',
      '--data-raw',
      '--data-binary',
      '--header',
      '--request',
      '--url',
      '--user',
      '--unix-socket',
      '--cacert',
      '--retry',
      '--connect-timeout',
      '--write-out',
      '--form',
      '--json',
    ],
    writes: (options) => {
      const directory = valuesOf(options, '--output-dir')[0] ?? '.'
      const named = valuesOf(options, '-o', '--output').filter((path) => path !== '-')
      const beside = valuesOf(options, '-D', '--dump-header', '-c', '--cookie-jar', '--trace', '--trace-ascii').filter(
        (path) => path !== '-',
      )
      const remote = has(options, '-O', '--remote-name', '--remote-name-all') ? [below(directory)] : []
      return [...named.map((path) => (path.startsWith('/') ? path : `${directory}/${path}`)), ...remote, ...beside]
    },
  },
  wget: {
    takes: [
      '-O',
      '--output-document',
      '-P',
      '--directory-prefix',
      '-o',
      '--output-file',
      '-a',
      '-U',
      '-e',
      '-t',
      '-T',
      '--header',
    ],
    writes: (options) => {
      const document = valuesOf(options, '-O', '--output-document')[0]
      const log = valuesOf(options, '-o', '-a', '--output-file')
      if (has(options, '--spider')) return log
      if (document !== undefined) return document === '-' ? log : [document, ...log]
      return [below(valuesOf(options, '-P', '--directory-prefix')[0] ?? '.'), ...log]
    },
  },
}

/** `chmod -x file`: a mode may look like an option. */
function chmodFiles(options: Options): readonly string[] {
  const mode = options.options.some(({ name }) => /^-[rwxXst]$/.test(name))
  return mode ? options.operands : options.operands.slice(1)
}

const removing = new Set(['rm', 'rmdir', 'mv', 'unlink'])

/** false: no program of this table. */
export function judgeWriter(judging: Judging, name: string, args: readonly Arg[], at: Standing): boolean {
  const writer = Object.hasOwn(writers, name) ? writers[name] : undefined
  if (writer === undefined) return false
  const words = textsOf(args)
  // Reading programs of this table may read what nobody knows; those that always write may not.
  if (words === null) {
    judgeUnknown(judging, name, args, at)
    return true
  }
  const options = readOptions(oldStyle(name, words), writer.takes ?? [])
  for (const path of writer.writes(options)) judgeWrite(judging, path, at, name)
  if (name === 'ln' && has(options, '-s', '--symbolic')) judgeLink(judging, options, at)
  if (removing.has(name)) judgeRemoval(judging, options.operands, at)
  return true
}

const readersToo = new Set(['sed', 'sort', 'uniq', 'curl', 'yq', 'tar', 'unzip', 'gzip', 'gunzip', 'xz', 'zstd'])

function judgeUnknown(judging: Judging, name: string, args: readonly Arg[], at: Standing): void {
  const words = args.flatMap((arg) => (arg.text === null ? [] : [arg.text]))
  const takes = writers[name]!.takes ?? []
  const reads = readersToo.has(name) && writers[name]!.writes(readOptions(oldStyle(name, words), takes)).length === 0
  const asksToWrite = has(readOptions(words, takes), '-i', '--in-place', '--inplace', '-o', '--output')
  if (!reads || asksToWrite) judgeWrite(judging, null, at, name)
}

/** `tar xzf a.tgz`. */
const oldStyle = (name: string, words: readonly string[]): readonly string[] =>
  name === 'tar' && words[0] !== undefined && !words[0].startsWith('-') ? [`-${words[0]}`, ...words.slice(1)] : words

/** A link that leads out of the worktree would carry later writes there. */
function judgeLink(judging: Judging, { operands }: Options, at: Standing): void {
  const { worktree } = judging.facts
  for (const target of operands.slice(0, Math.max(1, operands.length - 1))) {
    const roots = target.startsWith('/') ? ['/'] : (at.places ?? ['/'])
    if (!roots.every((root) => isInside(worktree, joinPath(root, target))))
      judging.deny(`A link to ${target} leads out of the worktree: copy what you need instead.`)
  }
}

function judgeRemoval(judging: Judging, operands: readonly string[], at: Standing): void {
  const root = joinPath('/', judging.facts.worktree)
  for (const path of operands)
    for (const place of at.places ?? [])
      if (joinPath(place, path) === root)
        judging.deny('That removes the worktree itself: remove the files you mean by name.')
}
