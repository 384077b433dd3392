/** What is wrong with the home as a whole, for whoever asks how the daemon is: cheap enough to be asked every second. */
import type { Context } from '#flows/engine/context'

type Known = Pick<Context, 'journal' | 'exists' | 'paths' | 'forgeTroubles'>

/** The store is not the file that was opened any more: nothing can be written. */
export function storeProblem({ journal, paths }: Pick<Known, 'journal' | 'paths'>): string | null {
  const { lost } = journal
  return lost === null ? null : `the store ${paths.db} was ${lost} while the daemon runs; nothing is written since`
}

/** Projects whose repository is not where it was. */
export const movedProjects = ({ journal, exists }: Pick<Known, 'journal' | 'exists'>) =>
  journal.reads.projects(false).filter((project) => !exists(project.path))

export function problemsOf(context: Known): readonly string[] {
  const store = storeProblem(context)
  const moved = movedProjects(context).map((one) => `the repository of ${one.id} is not at ${one.path} any more`)
  return [...(store === null ? [] : [store]), ...moved, ...context.forgeTroubles.values()]
}
