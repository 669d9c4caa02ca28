import type { Model } from './model.ts'
import { nameLinks } from './places.ts'

/** Markdown is written here and read by people, by Starlight and by programs: plain, with nothing that only one of them knows. */

const PLAIN_NAME = /(?<![\w/[`.-])([a-z]+(?:[.:][a-z_]+)+)(?![\w`/])/g

const named = (word: string, model: Model): string | undefined => {
  const href = nameLinks(model).get(word)
  return href === undefined ? undefined : `[\`${word}\`](${href})`
}

/** A target such as `guides/manifest` lies below the pages of the surface. */
const absolute = (target: string, { base }: Model): string =>
  /^(?:[a-z]+:|[/#])/.test(target) ? target : `${base}/${target}`.replace(/\/(?=#|$)/, '')

const LINK = /(\[(?:[^\]`]|`[^`]*`)+\]\([^)]+\))/
const plain = (text: string, model: Model): string =>
  text.replaceAll('<', '&lt;').replaceAll(PLAIN_NAME, word => named(word, model) ?? word)

const withoutLinks = (text: string, model: Model): string =>
  text
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 ? (named(part.slice(1, -1), model) ?? part) : plain(part, model)))
    .join('')

const link = (text: string, model: Model): string =>
  text.replace(/\]\(([^)]+)\)$/, (_, target: string) => `](${absolute(target, model)})`)

/** Running text: names of operations, events, errors and scopes lead to them, and what looks like markup is text. */
export const inline = (text: string, model: Model): string =>
  text
    .split(LINK)
    .map((part, index) => (index % 2 ? link(part, model) : withoutLinks(part, model)))
    .join('')

/** Blocks of Markdown: the same, but for what stands in a fence, is a heading, or is a line that code is put in for. */
export const blocks = (text: string, model: Model): string =>
  text
    .split(/(^```[\s\S]*?^```$|^#{1,6} .*$|^::(?!:).*$)/m)
    .map((part, index) => (index % 2 ? part : inline(part, model)))
    .join('')

export const fence = (language: string, code: string, title?: string): string =>
  `\`\`\`${language}${title === undefined ? '' : ` title="${title.replaceAll('"', "'")}"`}\n${code}\n\`\`\``

export const json = (value: unknown, title?: string): string => fence('json', JSON.stringify(value, null, 2), title)

/** The same in several languages: one is shown, and the choice holds on every page. Without a script all are there. */
export const tabs = (fences: readonly string[]): string =>
  fences.length > 1 ? `<code-tabs>\n\n${fences.join('\n\n')}\n\n</code-tabs>` : fences.join('\n\n')

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

export const table = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  [titles, titles.map(() => '---'), ...rows.map(row => row.map(cell))].map(row => `| ${row.join(' | ')} |`).join('\n')

/** A heading with the address that it has had, and that links and tools go by. */
export const heading = (title: string, id: string, level = 2): string => `${'#'.repeat(level)} ${title} {#${id}}`

/** What is not wanted is undefined or false. */
export const joined = (...parts: readonly (string | undefined | false)[]): string => parts.filter(Boolean).join('\n\n')
