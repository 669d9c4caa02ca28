/** Markup that may be sent as it is. Only `h` makes it, so whatever is printed has been escaped. */
export class Markup {
  readonly html: string

  constructor(html: string) {
    this.html = html
  }
}

export type Child = Markup | string | number | false | null | undefined | readonly Child[]
type Attributes = Readonly<Record<string, string | boolean | undefined>>

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, sign => ENTITIES[sign] ?? sign)

const VOID = new Set(['br', 'img', 'input', 'link', 'meta'])

function contentOf(child: Child): string {
  if (child === false || child === null || child === undefined) return ''
  if (child instanceof Markup) return child.html
  return typeof child === 'object' ? child.map(contentOf).join('') : escaped(String(child))
}

const isAttributes = (first: Child | Attributes): first is Attributes =>
  typeof first === 'object' && first !== null && !Array.isArray(first) && !(first instanceof Markup)

function written(attributes: Attributes): string {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined && value !== false)
  return given.map(([name, value]) => ` ${name}${value === true ? '' : `="${escaped(String(value))}"`}`).join('')
}

/**
 * Makes an element, named as a style sheet names it: `h('p.lead', { id: 'x' }, 'text')`; the attributes may be left out.
 * Text is always escaped.
 */
export function h(name: string, ...rest: readonly (Child | Attributes)[]): Markup {
  const [tag = '', ...classes] = name.split('.')
  const [first, ...others] = rest
  const own: Attributes = rest.length > 0 && isAttributes(first) ? first : {}
  const children = rest.length > 0 && isAttributes(first) ? others : rest
  const attributes = classes.length > 0 ? { class: classes.join(' '), ...own } : own
  const inner = children.map(child => (isAttributes(child) ? '' : contentOf(child))).join('')
  return new Markup(`<${tag}${written(attributes)}>${VOID.has(tag) ? '' : `${inner}</${tag}>`}`)
}

/** Splits a text by a pattern of one group, and lets `mark` say what stands in place of what the group found. */
export const marked = (text: string, pattern: RegExp, mark: (found: string) => Child): Child[] =>
  text.split(pattern).flatMap((part, index) => (index % 2 ? mark(part) : part))
