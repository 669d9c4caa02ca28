import { type Child, h, type Markup, marked } from './markup.ts'
import { LANGUAGES, type Sample } from './samples/samples.ts'

const span = (kind: string, text: string): Markup => h(`span.t-${kind}`, text)

function jsonToken(token: string): Child {
  if (token.endsWith(':')) return [span('key', token.slice(0, -1)), ':']
  return span(token === 'null' ? 'null' : typeof JSON.parse(token), token)
}

/** A JSON value as coloured text. */
export const jsonNodes = (value: unknown): Child =>
  marked(JSON.stringify(value, null, 2), /("(?:\\.|[^"\\])*":?|[\w.+-]+)/, jsonToken)

/** What is coloured in code of any language: texts between quotes, and comments. */
const TOKENS = /('(?:[^'\n\\]|\\.)*'|"(?:[^"\n\\]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\*\*.*?\*\/|(?<=^|\s)(?:#|\/\/) .*$)/m

const sourceNodes = (code: string): Child =>
  marked(code, TOKENS, token => span(/^[#/]/.test(token) ? 'comment' : 'string', token))

const copyButton = (label: string): Markup =>
  h('button.copy', { type: 'button', hidden: true, 'aria-label': `Copy ${label}` }, 'Copy')

const pre = (nodes: Child): Markup => h('pre', { tabindex: '0' }, h('code', nodes))

const panel = (title: string, label: string, nodes: Child): Markup =>
  h('figure.card', h('figcaption', h('span.card-title', title), copyButton(label)), pre(nodes))

/** A dark card that shows a JSON value. */
export const jsonCard = (title: string, label: string, value: unknown): Markup => panel(title, label, jsonNodes(value))

/**
 * A card with a tab for each language. The tabs are radio buttons, so that they work without a script; with one the choice
 * holds on every card and page. `id` is the card's own on its page.
 */
export function samplesCard(id: string, title: string, samples: readonly Sample[]): Markup {
  const [only] = samples
  if (only && samples.length === 1) return panel(title, title.toLowerCase(), sourceNodes(only.code))
  const tabs = samples.map(({ language }, index) => {
    const input = { type: 'radio', name: `language-${id}`, value: language, checked: index === 0 }
    return h('label.tab', h('input', input), LANGUAGES[language])
  })
  const panes = samples.map(({ language, code }) =>
    h('div.pane', { 'data-language': language }, pre(sourceNodes(code))),
  )
  const group = h('span.tabs', { role: 'radiogroup', 'aria-label': `Language of ${title}` }, tabs)
  return h('figure.card.samples', h('figcaption', group, copyButton(title.toLowerCase())), panes)
}
