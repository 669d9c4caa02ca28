/** Markup that is safe to send: made by `html` alone. */
export interface Html {
  readonly markup: string
}

type Part = Html | string | number | null | undefined | false | readonly Part[]

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Characters that turn the direction of what stands around them, which is how names pretend to be other names. */
const DIRECTION_OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/g

const escaped = (text: string): string =>
  text.replace(DIRECTION_OVERRIDES, '').replace(/[&<>"']/g, character => ESCAPES[character] ?? '')

const isHtml = (part: object): part is Html => 'markup' in part

function markupOf(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part !== 'object') return escaped(String(part))
  return isHtml(part) ? part.markup : part.map(markupOf).join('')
}

/** A template whose values are escaped, in text and in quoted attributes, unless they are themselves made by `html`. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  markup: texts.map((text, index) => text + markupOf(parts[index])).join(''),
})
