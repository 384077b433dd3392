/** Variables that change what a later command does: git's own, and those that hold commands. */
import { type Judging, type Standing, wordSet } from './guard-facts.ts'
import { isInside, joinPath } from './guard-path.ts'

/** Their values are run by a shell. */
const commands = wordSet(`
  EDITOR VISUAL PAGER GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_PAGER GIT_SSH_COMMAND GIT_SSH GIT_ASKPASS
  GIT_PROXY_COMMAND GIT_EXTERNAL_DIFF PROMPT_COMMAND
`)

/** Where git finds a repository. */
const places = wordSet(`
  GIT_DIR GIT_WORK_TREE GIT_COMMON_DIR GIT_INDEX_FILE GIT_OBJECT_DIRECTORY
`)

/** Other programs, or code before the program: what they do cannot be seen from here. */
const hiding = wordSet(`
  PATH LD_PRELOAD BASH_ENV ENV NODE_OPTIONS PYTHONSTARTUP GIT_EXEC_PATH
`)

/** Their values are expanded as a text in quotes is. */
const prompts = wordSet('PS0 PS1 PS2 PS4')

/** An assignment, an `export` or an `unset` of it (`text` null). */
export function judgeVariable(judging: Judging, name: string, text: string | null, at: Standing): void {
  if (name.startsWith('GIT_CONFIG')) {
    judging.deny(
      `${name} is how Drover keeps pushes from leaving: pass \`-c key=value\` to the one git command instead.`,
    )
  } else if (places.has(name)) judgePlace(judging, name, text, at)
  else if (commands.has(name)) judging.script(text, at)
  else if (prompts.has(name)) judging.script(text === null ? null : `: "${text.replaceAll('"', '')}"`, at)
  else if (hiding.has(name)) judging.unseen(name)
}

function judgePlace(judging: Judging, name: string, text: string | null, at: Standing): void {
  const roots = text?.startsWith('/') ? ['/'] : at.places
  const inside =
    text !== null && roots?.every((root) => isInside(judging.facts.worktree, joinPath(root, text))) === true
  if (!inside) judging.deny(`${name} leads git to another repository: work in the worktree as it is.`)
}
