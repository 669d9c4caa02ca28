import { type Child, h, type Markup, marked } from './markup.ts'
import { type Model, slug } from './model.ts'
import { nameLinks } from './places.ts'

const plainNames = /([a-z]+(?:[.:][a-z_]+)+)/
const LINK = /\[([^\]]+)\]\(([^)]+)\)/
const STRONG = /\*\*([^*]+)\*\*/

function named(word: string, model: Model): Child {
  const href = nameLinks(model).get(word)
  return href === undefined ? undefined : h('a', { href }, h('code', word))
}

const coded = (word: string, model: Model): Child => named(word, model) ?? h('code', word)

const plain = (text: string, model: Model): Child => marked(text, plainNames, word => named(word, model) ?? word)

/** A link of Markdown, to a place of these pages or elsewhere. */
const linked = (text: string, target: string, { base }: Model): Markup =>
  h('a', { href: /^(?:[a-z]+:|\/)/.test(target) ? target : `${base}/${target}`.replace(/\/(?=#|$)/, '') }, text)

function phrases(text: string, model: Model): Child {
  const link = LINK.exec(text)
  if (link) {
    const [whole, label = '', target = ''] = link
    const [before, after] = [text.slice(0, link.index), text.slice(link.index + whole.length)]
    return [phrases(before, model), linked(label, target, model), phrases(after, model)]
  }
  return text.split(STRONG).map((part, index) => (index % 2 ? h('strong', part) : plain(part, model)))
}

/** Running text: `code`, links, **strong**; names of operations, events, errors and scopes lead to them. */
export const inline = (text: string, model: Model): Child =>
  text.split(/`([^`]+)`/).map((part, index) => (index % 2 ? coded(part, model) : phrases(part, model)))

const items = (text: string, sign: RegExp): string[] =>
  text
    .split(sign)
    .map(item => item.trim())
    .filter(Boolean)

const cellsOf = (row: string): string[] =>
  row
    .replaceAll(/^\||\|$/g, '')
    .split('|')
    .map(cell => cell.trim())

/** Where columns are many, cells name theirs: a narrow screen sets them below each other. */
const MOST_UNNAMED = 2

/** A table of Markdown: a row of titles, a row of dashes, rows. */
function tableOf(text: string, model: Model): Markup {
  const [head = '', , ...rows] = text.split('\n')
  const titles = cellsOf(head)
  const named = titles.length > MOST_UNNAMED
  const cell = (content: string, at: number): Markup =>
    h('td', { 'data-title': named && at > 0 ? titles[at] : undefined }, inline(content, model))
  return table(
    titles,
    rows.map(row => h('tr', cellsOf(row).map(cell))),
  )
}

export function table(titles: readonly string[], rows: readonly Child[]): Markup {
  const cells = titles.map(title => h('th', { scope: 'col' }, title))
  return h('div.table', { tabindex: '0' }, h('table', h('thead', h('tr', cells)), h('tbody', rows)))
}

/** One block of Markdown: a paragraph, a list, a table, a heading of the third level, or a fence. */
export function block(text: string, model: Model): Markup {
  const fence = /^```\w*\n([\s\S]*?)\n?```$/.exec(text)
  if (fence) return h('pre.fence', { tabindex: '0' }, h('code', fence[1]))
  if (text.startsWith('### ')) return h('h3', { id: slug(text.slice(4)) }, text.slice(4))
  if (text.startsWith('|')) return tableOf(text, model)
  const [list, sign] = /^\d+\. /.test(text) ? ['ol', /^\d+\. /m] : ['ul', /^- /m]
  const entries = (found: string[]): Markup[] => found.map(item => h('li', inline(item, model)))
  if (text.startsWith('- ') || list === 'ol') return h(String(list), entries(items(text, new RegExp(sign, 'm'))))
  return h('p', inline(text, model))
}

/** The blocks of a text: what empty lines part, but for those within a fence. */
export const blocksOf = (text: string): string[] =>
  (text.match(/```[\s\S]*?\n```|(?:(?!\n\n)[\s\S])+/g) ?? []).map(part => part.trim()).filter(Boolean)

/** Splits a text at its `## headings`. */
export function sectionsOf(text: string): { lead: string; parts: { title: string; text: string }[] } {
  const [lead = '', ...rest] = text.split(/^## /m)
  const parts = rest.map(part => {
    const [title = ''] = part.split('\n', 1)
    return { title, text: part.slice(title.length) }
  })
  return { lead, parts }
}
