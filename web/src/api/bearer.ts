/** The page's own bearer: taken from a single-use link, kept in this origin's storage, never in a cookie or an address. */

export const bearerKey = 'drover.bearer'
const pageKey = 'drover.page'

export const readBearer = (): string | null => localStorage.getItem(bearerKey)
export const forgetBearer = (): void => {
  localStorage.removeItem(bearerKey)
  localStorage.removeItem(pageKey)
}

/** The number is this page's own among those that Settings lists. */
export function keepBearer(bearer: string, id: number): void {
  localStorage.setItem(pageKey, String(id))
  localStorage.setItem(bearerKey, bearer)
}

export const pageId = (): number | null => {
  const id = Number(localStorage.getItem(pageKey))
  return Number.isInteger(id) && id > 0 ? id : null
}

/** The code of a link (or of a pasted link), or null. */
export function codeOf(text: string): string | null {
  const match = /(?:^|[#&?])code=([\w.~-]+)/.exec(text.trim())
  if (match) return match[1]!
  return /^[\w.~-]{16,}$/.test(text.trim()) ? text.trim() : null
}

/** Takes the code out of the address at once, so that it stays in no history and is not spent twice. */
export function takeCode(): string | null {
  const code = location.hash === '' ? null : codeOf(location.hash)
  if (code) history.replaceState(null, '', location.pathname + location.search)
  return code
}
