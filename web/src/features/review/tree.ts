/** The changed files as a tree of folders, in the order in which they are drawn. Folders with one folder in them are one line. Pure. */
export interface TreeRow {
  readonly depth: number
  readonly name: string
  /** Index in the list of files; null: a folder. */
  readonly file: number | null
}

interface Node {
  readonly folders: Map<string, Node>
  readonly files: { readonly name: string; readonly at: number }[]
}

const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0

export function treeOf(paths: readonly string[]): TreeRow[] {
  const root: Node = { folders: new Map(), files: [] }
  for (const [at, path] of paths.entries()) {
    const parts = path.split('/')
    const name = parts.pop()!
    let node = root
    for (const part of parts) {
      const next: Node = node.folders.get(part) ?? { folders: new Map(), files: [] }
      node.folders.set(part, next)
      node = next
    }
    node.files.push({ name, at })
  }
  const out: TreeRow[] = []
  const walk = (node: Node, depth: number): void => {
    const folders = [...node.folders].map(([name, inner]) => ({ name, inner })).sort(byName)
    for (const folder of folders) {
      let { name, inner } = folder
      for (
        let only = [...inner.folders][0];
        only && inner.folders.size === 1 && inner.files.length === 0;
        only = [...inner.folders][0]
      ) {
        name = `${name}/${only[0]}`
        inner = only[1]
      }
      out.push({ depth, name, file: null })
      walk(inner, depth + 1)
    }
    for (const { name, at } of [...node.files].sort(byName)) out.push({ depth, name, file: at })
  }
  walk(root, 0)
  return out
}

/** The order in which the tree names the files: the page shows them in the same. */
export const orderOf = (rows: readonly TreeRow[]): readonly number[] =>
  rows.flatMap(({ file }) => (file === null ? [] : [file]))
