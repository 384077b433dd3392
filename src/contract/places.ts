/** Where a session's work can be looked at besides Drover: in the operator's editor, and where its own servers listen. */

export interface EditorWay {
  /** link: the page follows it, on the machine of whoever looks. command: the daemon starts a program on its own machine. */
  readonly type: 'link' | 'command'
  readonly name: string
  readonly href: string | null
}

export interface PortBlock {
  readonly base: number
  readonly count: number
  /** Those that answer on this machine right now. */
  readonly listening: readonly number[]
}

export interface Places {
  /** null: the workspace is gone. */
  readonly workspace: string | null
  /** null: none is set, or there is nothing to open. */
  readonly editor: EditorWay | null
  /** null: the project gives its sessions no ports (`ports = 0`). */
  readonly ports: PortBlock | null
}
