/** Tells prose that is only words: it needs neither a parser nor a sanitiser. Pure; when in doubt, it is not plain. */

const special = /[`*_#<>[\]!|~&\\\n\r@:/"'\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]|www\.|^[\s\d+=-]/i

/** The HTML of one paragraph, or null where Markdown might mean something by it. */
export const plainProse = (text: string): string | null =>
  text === '' || text.length > 2_000 || special.test(text) ? null : `<p>${text}</p>`
