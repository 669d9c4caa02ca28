import { h, placeOf, sectionId } from './dom.js'
import { slug } from './model.js'
import { sections } from './prose.js'

const SHORT = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DEL' }

function link(parts, label, words, mark) {
  const place = { href: placeOf(...parts), 'data-place': sectionId(...parts) }
  return h('li', { 'data-words': words.join(' ').toLowerCase() }, h('a', place, mark, h('span', label)))
}

function group(page, label, items) {
  const title = h('a.group-link', { href: placeOf(page), 'data-place': page }, label)
  return h('li.group', { 'data-page': page }, title, h('ul', items))
}

function startGroups({ guide, errors, word, scopes }) {
  const titles = sections(guide).parts.map(({ title }) => link(['guide', slug(title)], title, [title, 'guide']))
  const codes = Object.keys(errors).map(code => link(['errors', code], code, [code, 'error']))
  const rights = Object.keys(scopes).map(scope => link(['scopes', scope], scope, [scope, 'scope']))
  return [group('guide', 'Introduction', titles), group('errors', 'Errors', codes), group('scopes', `${word}s`, rights)]
}

function tagGroup({ slug: page, name, operations }) {
  const items = operations.map(({ operationId, summary, path, method, asked }) => {
    const words = [summary, path, operationId, method, name, ...asked.scopes]
    return link([page, operationId], summary, words, h(`span.mark.${method}`, SHORT[method]))
  })
  return group(page, name, items)
}

function eventGroup({ events }) {
  const items = events.map(({ type, description }) =>
    link(['webhooks', type], type, [type, 'event webhook', description]),
  )
  return group('webhooks', 'All events', items)
}

/** Shows the entries that hold every word, and opens the groups they are in. */
function filter(nav, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  let shown = 0
  for (const entry of nav.querySelectorAll('[data-words]')) {
    entry.hidden = !words.every(word => entry.dataset.words.includes(word))
    if (!entry.hidden) shown += 1
  }
  for (const box of nav.querySelectorAll('.group')) {
    box.hidden = words.length > 0 && !box.querySelector('[data-words]:not([hidden])')
    box.classList.toggle('found', words.length > 0)
  }
  for (const title of nav.querySelectorAll('.nav-title')) title.hidden = words.length > 0
  return words.length > 0 ? `${shown} found` : ''
}

const visibleLinks = nav => [...nav.querySelectorAll('a')].filter(anchor => anchor.offsetParent !== null)

/** Up and down move through what is shown; from the search field down goes to the first entry. */
function moveFocus(event, nav, search) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const links = visibleLinks(nav)
  const next = links[links.indexOf(document.activeElement) + step]
  event.preventDefault()
  if (next) next.focus()
  else if (step < 0) search.focus()
}

function searchIn(nav, field, count) {
  field.addEventListener('input', () => {
    count.textContent = filter(nav, field.value)
  })
  field.addEventListener('keydown', event => {
    if (event.key === 'Enter') nav.querySelector('[data-words]:not([hidden]) a')?.click()
    if (event.key !== 'Escape') return
    field.value = ''
    filter(nav, '')
  })
}

/** Fills the side bar and returns what marks the present place in it. */
export function fillSidebar(sidebar, menu, model) {
  sidebar.append(document.querySelector('#navigation').content)
  const [nav, field] = [sidebar.querySelector('nav'), sidebar.querySelector('input')]
  sidebar.querySelector('.version').textContent = model.version
  const [start, operations] = nav.querySelectorAll('ul')
  start.append(...startGroups(model))
  operations.append(...model.tags.map(tagGroup))
  if (model.events.length > 0) nav.append(h('h2.nav-title', 'Webhooks'), h('ul', eventGroup(model)))
  searchIn(nav, field, sidebar.querySelector('[role=status]'))
  sidebar.addEventListener('keydown', event => moveFocus(event, nav, field))
  document.addEventListener('keydown', event => {
    const typing = event.target.closest?.('input, textarea')
    if (typing || (event.key !== '/' && !(event.key === 'k' && (event.ctrlKey || event.metaKey)))) return
    event.preventDefault()
    if (menu.checkVisibility()) sidebar.togglePopover(true)
    field.focus()
  })
  return (page, place) => markPlace(nav, page, place)
}

function markPlace(nav, page, place) {
  for (const box of nav.querySelectorAll('.group')) box.classList.toggle('open', box.dataset.page === page)
  for (const anchor of nav.querySelectorAll('[aria-current]')) anchor.removeAttribute('aria-current')
  const anchor =
    nav.querySelector(`[data-place="${CSS.escape(place)}"]`) ?? nav.querySelector(`[data-place="${CSS.escape(page)}"]`)
  anchor?.setAttribute('aria-current', 'location')
  anchor?.scrollIntoView({ block: 'nearest' })
}
