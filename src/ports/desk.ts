/** The machine around Drover, as far as a person at it is concerned: who listens, and a program that opens something. */
export interface Desk {
  /** Does anybody answer on this port of this machine? Asks nothing else of it. */
  listens(port: number): Promise<boolean>
  /** Starts a program that lives on by itself. Throws what kept it from starting, or how it failed at once. */
  open(argv: readonly string[]): Promise<void>
}
