/** One file's or link's content on its way into git's object store, and why it could not be read. */

export interface Content {
  /** Absolute name. */
  readonly file: Buffer
  readonly isLink: boolean
  /** About: it may have changed since. */
  readonly bytes: number
}

/** The content at this position cannot be read; `why` is the system's word for it. */
export class Unreadable extends Error {
  readonly at: number
  readonly why: string

  constructor(at: number, why: string) {
    super(why)
    this.at = at
    this.why = why
  }
}
