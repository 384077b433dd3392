/** Where the output of an action that ran before another is kept: plain files, because the store may be what is broken. */
export interface ActionShelf {
  /** The file that holds it now. Throws where it cannot be written. */
  keep(name: string, text: string): string
}
