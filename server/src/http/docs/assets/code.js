import { h } from './dom.js'

const span = (kind, text) => h('span', { class: `t-${kind}` }, text)

function scalar(value) {
  if (value === null) return span('null', 'null')
  return span(typeof value, JSON.stringify(value))
}

function members(entries, open, close, indent) {
  if (entries.length === 0) return [open + close]
  const inner = `${indent}  `
  const lines = entries.flatMap(([key, value], index) => [
    inner,
    ...(key === undefined ? [] : [span('key', JSON.stringify(key)), ': ']),
    ...jsonNodes(value, inner),
    index < entries.length - 1 ? ',\n' : '\n',
  ])
  return [`${open}\n`, ...lines, indent + close]
}

/** A JSON value as coloured text, the same characters as JSON.stringify with two spaces. */
export function jsonNodes(value, indent = '') {
  if (Array.isArray(value))
    return members(
      value.map(item => [undefined, item]),
      '[',
      ']',
      indent,
    )
  if (typeof value === 'object' && value !== null) return members(Object.entries(value), '{', '}', indent)
  return [scalar(value)]
}

const isJson = text => text.startsWith("'{") && !text.includes("\\''")

function shellPart(part) {
  if (part.startsWith('-')) return span('option', part)
  return isJson(part) ? ["'", ...jsonNodes(JSON.parse(part.slice(1, -1))), "'"] : span('string', part)
}

/** A shell command as coloured text: options and quoted parts stand out, a body reads as JSON. */
export function shellNodes(command) {
  const parts = command.split(/('(?:[^']|'\\'')*'|"[^"]*"|(?<=\s)-[A-Za-z]\b)/)
  return parts.flatMap((part, index) => (index % 2 === 0 ? part : shellPart(part)))
}

async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
  } catch {
    button.textContent = 'Press Ctrl+C'
  }
  setTimeout(() => {
    button.textContent = 'Copy'
  }, 1500)
}

export function copyButton(textOf, label) {
  return h(
    'button',
    {
      type: 'button',
      class: 'copy',
      'aria-label': `Copy ${label}`,
      onclick: event => copy(event.currentTarget, textOf()),
    },
    'Copy',
  )
}

/** A dark card of code with a title and a button that copies it. */
export function card(title, nodes, label) {
  const code = h('code', null, nodes)
  return h(
    'figure',
    { class: 'card' },
    h(
      'figcaption',
      null,
      h('span', { class: 'card-title' }, title),
      copyButton(() => code.textContent, label),
    ),
    h('pre', { tabindex: '0' }, code),
  )
}

/** A card that shows one of several examples, chosen by name. */
export function chooserCard(title, label, examples) {
  const code = h('code', null, [])
  const choice = h(
    'select',
    { 'aria-label': title, onchange: () => show() },
    examples.map(({ name }) => h('option', null, name)),
  )
  function show() {
    code.replaceChildren(...jsonNodes(examples[choice.selectedIndex].value))
  }
  show()
  const copied = copyButton(() => code.textContent, label)
  return h(
    'figure',
    { class: 'card' },
    h('figcaption', null, h('span', { class: 'card-title' }, title, choice), copied),
    h('pre', { tabindex: '0' }, code),
  )
}
