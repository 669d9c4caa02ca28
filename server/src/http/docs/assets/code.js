import { h, marked } from './dom.js'

const span = (kind, text) => h(`span.t-${kind}`, text)

function jsonToken(token) {
  if (token.endsWith(':')) return [span('key', token.slice(0, -1)), ':']
  return span(token === 'null' ? 'null' : typeof JSON.parse(token), token)
}

/** A JSON value as coloured text. */
export const jsonNodes = value => marked(JSON.stringify(value, null, 2), /("(?:\\.|[^"\\])*":?|[\w.+-]+)/, jsonToken)

const isJson = text => text.startsWith("'{") && !text.includes("\\''")

function shellPart(part) {
  if (part.startsWith('-')) return span('option', part)
  return isJson(part) ? ["'", ...jsonNodes(JSON.parse(part.slice(1, -1))), "'"] : span('string', part)
}

/** A shell command as coloured text: options and quoted parts stand out, a body reads as JSON. */
export const shellNodes = command => marked(command, /('(?:[^']|'\\'')*'|"[^"]*"|(?<=\s)-[A-Za-z]\b)/, shellPart)

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
  const button = h('button.copy', { type: 'button', 'aria-label': `Copy ${label}` }, 'Copy')
  button.addEventListener('click', () => copy(button, textOf()))
  return button
}

/** A dark card of code with a title and a button that copies it. */
export function card(title, nodes, label) {
  const code = h('code', nodes)
  const button = copyButton(() => code.textContent, label)
  return h('figure.card', h('figcaption', h('span.card-title', title), button), h('pre', { tabindex: '0' }, code))
}

/** A card that shows one of several examples, chosen by name. */
export function chooserCard(title, label, examples) {
  const options = examples.map(({ name }) => h('option', name))
  const choice = h('select', { 'aria-label': title }, options)
  const shown = card([title, choice], jsonNodes(examples[0].value), label)
  choice.addEventListener('change', () => {
    shown.querySelector('code').replaceChildren(...jsonNodes(examples[choice.selectedIndex].value))
  })
  return shown
}
