import { h, marked, placeOf } from './dom.js'

/** Words that lead somewhere: scopes and event types. */
function linked(word, model) {
  if (Object.hasOwn(model.scopes, word)) return h('a', { href: placeOf('scopes', word) }, h('code', word))
  if (model.events.some(({ type }) => type === word))
    return h('a', { href: placeOf('webhooks', word) }, h('code', word))
  return word
}

const plain = (text, model) => marked(text, /([a-z]+(?:[.:][a-z_]+)+)/, word => linked(word, model))

/** Running text with `code`, and with scopes and events linked. */
export const inline = (text, model) =>
  text.split(/`([^`]+)`/).flatMap((part, index) => (index % 2 ? h('code', part) : plain(part, model)))

function block(text, model) {
  const fence = /^```\n([\s\S]*?)\n```$/.exec(text)
  if (fence) return h('pre.fence', { tabindex: '0' }, h('code', fence[1]))
  if (!text.startsWith('- ')) return h('p', inline(text, model))
  const items = text.split(/^- /m).filter(Boolean)
  const entries = items.map(item => h('li', inline(item.trim(), model)))
  return h('ul', entries)
}

export const blocks = (text, model) =>
  text
    .trim()
    .split(/\n\n+/)
    .map(part => block(part, model))

/** Splits a text in a small part of Markdown at its `## headings`. */
export function sections(text) {
  const [lead, ...rest] = text.split(/^## /m)
  return {
    lead,
    parts: rest.map(part => ({ title: part.slice(0, part.indexOf('\n')), text: part.slice(part.indexOf('\n')) })),
  }
}
