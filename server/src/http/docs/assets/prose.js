import { h, placeOf } from './dom.js'

/** Words that lead somewhere: scopes and event types. */
function linked(word, model) {
  if (Object.hasOwn(model.scopes, word)) return h('a', { href: placeOf('scopes', word) }, h('code', null, word))
  if (model.events.some(({ type }) => type === word))
    return h('a', { href: placeOf('webhooks', word) }, h('code', null, word))
  return word
}

const plain = (text, model) =>
  text.split(/([a-z]+(?:[.:][a-z_]+)+)/).map((part, index) => (index % 2 ? linked(part, model) : part))

/** Running text with `code`, and with scopes and events linked. */
export const inline = (text, model) =>
  text.split(/`([^`]+)`/).flatMap((part, index) => (index % 2 ? [h('code', null, part)] : plain(part, model)))

function block(text, model) {
  const fence = /^```\n([\s\S]*?)\n```$/.exec(text)
  if (fence) return h('pre', { class: 'fence', tabindex: '0' }, h('code', null, fence[1]))
  if (text.startsWith('- ')) {
    return h(
      'ul',
      null,
      text
        .split(/^- /m)
        .filter(Boolean)
        .map(item => h('li', null, inline(item.trim(), model))),
    )
  }
  return h('p', null, inline(text, model))
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
