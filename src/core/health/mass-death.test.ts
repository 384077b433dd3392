/** When one look at all screens is not believed. */
import { describe, expect, it } from 'vitest'
import { type LookedAt, weighPass } from './mass-death.ts'

const many = (count: number, one: LookedAt): LookedAt[] => Array.from({ length: count }, () => one)
const lives = { looksDead: false, recorded: false }
const looksDead = { looksDead: true, recorded: false }
const ended = { looksDead: true, recorded: true }

describe('a pass over all screens', () => {
  it.each([
    ['nothing to look at', 0, 0, 0, 'believed'],
    ['one of one is dead', 0, 1, 0, 'believed'],
    ['four of four', 0, 4, 0, 'believed'],
    ['five of five', 0, 5, 0, 'mass_death'],
    ['five of nine', 4, 5, 0, 'mass_death'],
    ['five of ten is not over half', 5, 5, 0, 'believed'],
    ['six of eleven', 5, 6, 0, 'mass_death'],
    ['all two hundred', 0, 200, 0, 'mass_death'],
    ['a hundred ended and said so', 100, 0, 100, 'believed'],
    ['everything ended and said so', 0, 0, 50, 'believed'],
    ['those that said so weigh on neither side', 4, 5, 100, 'mass_death'],
    ['four without a word beside many with one', 0, 4, 100, 'believed'],
  ] as const)('%s', (_what, alive, dead, recorded, judged) => {
    expect(weighPass([...many(alive, lives), ...many(dead, looksDead), ...many(recorded, ended)])).toBe(judged)
  })
})
