/** Text that may stand in a page as it is. */
export interface Html {
  readonly html: string
}
type Part = string | number | Html | readonly Html[]

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)

function written(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return 'html' in part ? part.html : part.map(({ html }) => html).join('')
}

/** What is put into the template is text and never markup, unless it is a template itself. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: strings.map((text, place) => text + (place < parts.length ? written(parts[place] ?? '') : '')).join(''),
})
