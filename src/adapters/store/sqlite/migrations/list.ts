/** Every migration in order. A number is given once and its text never changes after a release. */
import { firstStore } from './001-first-store.ts'

export interface Migration {
  readonly n: number
  readonly name: string
  readonly sql: string
}

export const migrations: readonly Migration[] = [{ n: 1, name: 'first store', sql: firstStore }]
