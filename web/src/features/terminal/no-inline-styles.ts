/**
 * xterm.js writes style elements and style attributes; this page's policy allows neither, and stays as it is. What it writes
 * goes through the object model instead, which the policy leaves to scripts of ours. Owns the two detours and nothing else.
 */

/** What takes rules like a style element: they are a sheet of the document. Even an empty style element would be refused. */
function sheetLike(made: HTMLElement): HTMLElement {
  const sheet = new CSSStyleSheet()
  const remove = made.remove.bind(made)
  document.adoptedStyleSheets.push(sheet)
  Object.defineProperty(made, 'textContent', { set: (text: string) => sheet.replaceSync(text), get: () => '' })
  made.remove = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    remove()
  }
  return made
}

/** Style elements are made while it opens, or while it changes how it draws. */
export function whileOpening(open: () => void): void {
  const own = document.createElement
  document.createElement = ((name: string, options?: ElementCreationOptions) =>
    name === 'style'
      ? sheetLike(own.call(document, 'template'))
      : own.call(document, name, options)) as Document['createElement']
  try {
    open()
  } finally {
    document.createElement = own
  }
}

/** Style attributes are written on the spans of its rows, at any time. They mean the same either way. */
export function stylesOfSpans(): void {
  const own = HTMLSpanElement.prototype.setAttribute
  if (Object.hasOwn(HTMLSpanElement.prototype, 'setAttribute')) return
  HTMLSpanElement.prototype.setAttribute = function (this: HTMLSpanElement, name: string, value: string): void {
    if (name === 'style') this.style.cssText = value
    else own.call(this, name, value)
  }
}
