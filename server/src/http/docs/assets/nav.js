import { h, placeOf, sectionId } from './dom.js'
import { slug } from './model.js'
import { sections } from './prose.js'

const SHORT = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DEL' }

function link(parts, label, words, mark) {
  const id = sectionId(...parts)
  return h(
    'li',
    { 'data-words': words.join(' ').toLowerCase() },
    h('a', { href: placeOf(...parts), 'data-place': id }, mark, h('span', null, label)),
  )
}

function group(parts, label, items) {
  return h(
    'li',
    { class: 'group', 'data-page': parts[0] },
    h('a', { class: 'group-link', href: placeOf(...parts), 'data-place': sectionId(...parts) }, label),
    h('ul', null, items),
  )
}

function startGroup(model) {
  const { parts } = sections(model.guide)
  const items = parts.map(({ title }) => link(['guide', slug(title)], title, [title, 'guide']))
  return [
    group(['guide'], 'Introduction', items),
    group(
      ['errors'],
      'Errors',
      Object.keys(model.errors).map(code => link(['errors', code], code, [code, 'error'])),
    ),
    group(
      ['scopes'],
      `${model.word}s`,
      Object.keys(model.scopes).map(scope => link(['scopes', scope], scope, [scope, 'scope'])),
    ),
  ]
}

function tagGroup(tag) {
  const items = tag.operations.map(operation =>
    link(
      [tag.slug, operation.operationId],
      operation.summary,
      [operation.summary, operation.path, operation.operationId, operation.method, tag.name, ...operation.asked.scopes],
      h('span', { class: `mark ${operation.method}` }, SHORT[operation.method]),
    ),
  )
  return group([tag.slug], tag.name, items)
}

const eventGroup = model =>
  group(
    ['webhooks'],
    'All events',
    model.events.map(event =>
      link(['webhooks', event.type], event.type, [event.type, 'event webhook', event.description]),
    ),
  )

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

function searchField(nav) {
  const count = h('span', { class: 'visually-hidden', role: 'status' })
  const field = h('input', {
    type: 'search',
    placeholder: 'Search',
    'aria-label': 'Search operations, events, errors and scopes',
    autocomplete: 'off',
    spellcheck: 'false',
  })
  field.addEventListener('input', () => {
    count.textContent = filter(nav, field.value)
  })
  field.addEventListener('keydown', event => {
    if (event.key === 'Enter') nav.querySelector('[data-words]:not([hidden]) a')?.click()
    if (event.key !== 'Escape') return
    field.value = ''
    filter(nav, '')
  })
  return { field, box: h('div', { class: 'search' }, field, h('kbd', { 'aria-hidden': 'true' }, '/'), count) }
}

/** Fills the side bar and returns what marks the present place in it. */
export function fillSidebar(sidebar, model) {
  const nav = h(
    'nav',
    { 'aria-label': 'Documentation' },
    h('ul', null, startGroup(model)),
    h('h2', { class: 'nav-title' }, 'Operations'),
    h('ul', null, model.tags.map(tagGroup)),
    model.events.length > 0 && [h('h2', { class: 'nav-title' }, 'Webhooks'), h('ul', null, eventGroup(model))],
  )
  const { field, box } = searchField(nav)
  const brand = h(
    'a',
    { class: 'brand', href: '#/' },
    h('img', { src: '/brand/icon.svg', alt: '', width: '26', height: '26' }),
    h('span', null, model.title),
    h('span', { class: 'version' }, model.version),
  )
  const files = h(
    'p',
    { class: 'files' },
    h('a', { href: document.documentElement.dataset.api }, 'openapi.json'),
    h('a', { href: '/schemas/plugin-manifest-v1.json' }, 'manifest schema'),
  )
  sidebar.append(h('div', { class: 'sidebar-head' }, brand, box), nav, files)
  sidebar.addEventListener('keydown', event => moveFocus(event, nav, field))
  document.addEventListener('keydown', event => {
    const typing = event.target.closest?.('input, textarea')
    if (typing || (event.key !== '/' && !(event.key === 'k' && (event.ctrlKey || event.metaKey)))) return
    event.preventDefault()
    document.body.classList.add('menu-open')
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
