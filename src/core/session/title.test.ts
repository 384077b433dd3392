import { describe, expect, it } from 'vitest'
import { openingOf, titleOf } from './title.ts'

describe('the opening of a prompt', () => {
  it.each<[string, string, string | null]>([
    ['its first line', 'Fix the till\nand more', 'Fix the till'],
    ['the first that says something', '\n\n---\n  \nFix it', 'Fix it'],
    ['without a heading sign', '## Fix the till', 'Fix the till'],
    ['without the sign of a list', '- Fix the till', 'Fix the till'],
    ['without a number', '1. Fix the till', 'Fix the till'],
    ['without stars around its first words', '**Fix** the till', 'Fix the till'],
    ['spaces are one space', 'Fix\t  the   till', 'Fix the till'],
    ['a directive as it is', '@say hello', '@say hello'],
    ['a minus that belongs to a word', '-v fails', '-v fails'],
    ['another script', '直して', '直して'],
    ['nothing to say', ' \n***\n', null],
  ])('is %s', (_name, prompt, expected) => expect(openingOf(prompt)).toBe(expected))

  it('is cut on a word, and never inside a character', () => {
    expect(openingOf('word '.repeat(100))).toMatch(/^(word )+word…$/)
    const faces = openingOf(`a${'😀'.repeat(200)}`)!
    expect(faces.length).toBeLessThanOrEqual(120)
    expect(faces).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/)
  })
})

describe('the title', () => {
  it.each<[string, string, string | null, string]>([
    ['the name somebody gave', 'Till', 'Fix the till', 'Till'],
    ['the opening where the name is the id', 'shop-1', 'Fix the till', 'Fix the till'],
    ['the id before anything was said', 'shop-1', null, 'shop-1'],
  ])('is %s', (_case, name, opening, expected) => expect(titleOf({ id: 'shop-1', name, opening })).toBe(expected))
})
