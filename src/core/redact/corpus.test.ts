/** Every placement of the corpus is redacted exactly as written down, and so is every key in every place. */
import { describe, expect, it } from 'vitest'
import { createRedactorSet } from '../redact.ts'
import { everyPlace, placementOf, templates } from './corpus.ts'

const set = createRedactorSet({})

describe('the corpus', () => {
  it('has enough places, each once', () => {
    expect(templates.length).toBeGreaterThan(300)
    expect(new Set(templates).size).toBe(templates.length)
    expect(everyPlace.length).toBeGreaterThan(5_000)
  })

  it.each(templates)('%j', (template) => {
    const { text, wanted } = placementOf(template)
    expect(set.redact(text)).toBe(wanted)
    expect(set.redact(wanted)).toBe(wanted)
    expect(set.suspects(JSON.stringify({ text }))).toBe(true)
  })

  it('hides every key in every place', () => {
    const shown = everyPlace.filter((template) => {
      const { text, secrets } = placementOf(template)
      const out = set.redact(text)
      return secrets.some((secret) => out.includes(secret)) || !set.suspects(JSON.stringify({ text }))
    })
    expect(shown).toEqual([])
  })
})
