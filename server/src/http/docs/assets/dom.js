/**
 * Makes an element, named as a style sheet names it: `h('p.lead', { id: 'x' }, 'text')`; the attributes may be left out.
 * Text is always set as text, so nothing that is printed can become markup.
 */
export function h(name, ...children) {
  const [tag, ...classes] = name.split('.')
  const element = document.createElement(tag)
  if (classes.length > 0) element.className = classes.join(' ')
  const attributes = children[0]?.constructor === Object ? children.shift() : {}
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children.flat(9).filter(child => child !== undefined && child !== false && child !== null))
  return element
}

/** Splits a text by a pattern of one group, and lets `mark` say what stands in place of what the group found. */
export const marked = (text, pattern, mark) =>
  text.split(pattern).flatMap((part, index) => (index % 2 ? mark(part) : part))

/** The address of a place in these pages. */
export const placeOf = (...parts) => `#/${parts.map(encodeURIComponent).join('/')}`

/** The id of the section that an address leads to. */
export const sectionId = (...parts) => parts.join('/')
