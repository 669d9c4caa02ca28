/** Makes an element. Text is always set as text, so nothing that is printed can become markup. */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === false) continue
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else element.setAttribute(name, value === true ? '' : value)
  }
  element.append(...children.flat(9).filter(child => child !== undefined && child !== false && child !== null))
  return element
}

/** The address of a place in these pages. */
export const placeOf = (...parts) => `#/${parts.map(encodeURIComponent).join('/')}`

/** The id of the section that an address leads to. */
export const sectionId = (...parts) => parts.join('/')
