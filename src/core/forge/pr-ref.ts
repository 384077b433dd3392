/** Which pull request somebody means: `#17`, `17`, `owner/name#17`, or its address at a forge. Pure. */
import type { Refusal } from '#contract/error'
import { type ForgePlace, placeOf } from './place.ts'

export interface PrName {
  readonly number: number
  /** null: of the project's own repository. */
  readonly owner: string | null
  readonly name: string | null
  readonly host: string | null
}

const number = /^#?([1-9]\d{0,8})$/
const named = /^([A-Za-z0-9._-]{1,100})\/([A-Za-z0-9._-]{1,100})#([1-9]\d{0,8})$/
const path = /^(.+)\/pulls?\/([1-9]\d{0,8})(?:\/.*)?$/

export function readPrRef(text: string): PrName | Refusal {
  const word = text.trim()
  if (word === '')
    return {
      refused: 'PR_REQUIRED',
      message: 'No pull request is named.',
      hint: 'Give its address, or its number with a #.',
    }
  const plain = number.exec(word)
  if (plain !== null) return { number: Number(plain[1]), owner: null, name: null, host: null }
  const short = named.exec(word)
  if (short !== null) return { number: Number(short[3]), owner: short[1]!, name: short[2]!, host: null }
  const found = URL.canParse(word) ? fromAddress(new URL(word)) : null
  return (
    found ?? {
      refused: 'INVALID_PR_REF',
      message: `"${word.slice(0, 200)}" names no pull request.`,
      hint: 'Write #17, owner/name#17, or its address such as https://github.com/owner/name/pull/17.',
    }
  )
}

function fromAddress(url: URL): PrName | null {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  const found = path.exec(url.pathname)
  const place = found === null ? null : placeOf(`${url.protocol}//${url.host}${found[1]}`)
  return place === null ? null : { number: Number(found![2]), ...place }
}

/** Whether it is one of this repository. */
export const isOf = ({ owner, name, host }: PrName, place: ForgePlace): boolean =>
  (owner === null || owner.toLowerCase() === place.owner.toLowerCase()) &&
  (name === null || name.toLowerCase() === place.name.toLowerCase()) &&
  (host === null || host.toLowerCase() === place.host.toLowerCase())
