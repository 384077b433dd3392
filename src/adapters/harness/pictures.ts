/**
 * Pictures for CLIs that read a mark in the prompt and look only into directories of theirs. Owns the mark and the flag; CLIs
 * with a way of their own have it in their plan.
 */
import { dirname } from 'node:path'
import type { Picture, Start } from '#ports/harness'

/** A blank would end the mark early and a comma part the flag: those stay a path in the words. */
const markable = ({ pictures }: Start): readonly Picture[] => pictures.filter(({ path }) => !/[\s,]/.test(path))

export const marked = (start: Start, text: string): string =>
  [text, ...markable(start).map(({ path }) => `@${path}`)].join('\n')

export const includeFlags = (start: Start): readonly string[] =>
  [...new Set(markable(start).map(({ path }) => dirname(path)))].flatMap((one) => ['--include-directories', one])
