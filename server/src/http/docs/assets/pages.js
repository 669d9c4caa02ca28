import { card, jsonNodes } from './code.js'
import { h, placeOf, sectionId } from './dom.js'
import { fieldList, parameterList } from './fields.js'
import { exampleOf, openedBy, resourcesOf, slug } from './model.js'
import { badge, operationSection, resourceSection, section, statusMark } from './operation.js'
import { blocks, inline, sections } from './prose.js'

const heading = (title, ...lead) => h('header.page-head', h('h1', { tabindex: '-1' }, title), lead)

function table(titles, rows) {
  const cells = titles.map(title => h('th', { scope: 'col' }, title))
  return h('div.table', { tabindex: '0' }, h('table', h('thead', h('tr', cells)), h('tbody', rows)))
}

function guide(model) {
  const { lead, parts } = sections(model.guide)
  const paragraphs = blocks(lead, model)
  paragraphs[0]?.classList.add('lead')
  const base = h('p.base', h('span', 'Base address'), h('code', model.server))
  return [
    heading(model.title, paragraphs, base),
    parts.map(part => section(sectionId('guide', slug(part.title)), part.title, blocks(part.text, model))),
  ]
}

function tagPage(tag, model) {
  const names = [...new Set(tag.operations.flatMap(resourcesOf))]
  const links = tag.operations.map(({ operationId, method, path, summary }) =>
    h('a', { href: placeOf(tag.slug, operationId) }, badge(method), h('code', path), h('span', summary)),
  )
  const index = h('nav.index', { 'aria-label': `Operations of ${tag.name}` }, links)
  return [
    heading(tag.name, h('p.lead', inline(tag.description, model)), index),
    names.map(name => resourceSection(name, tag.name, model, exampleOf(model, name))),
    tag.operations.map(operation => operationSection(operation, model)),
  ]
}

function eventSection({ type, neverSent, description, media }, model) {
  const text = [
    neverSent && h('p.never', 'Never sent'),
    h('p', inline(description, model)),
    h('h3', 'data'),
    fieldList(model.resolve(media.schema.properties.data), model),
  ]
  return section(sectionId('webhooks', type), type, text, card('Payload', jsonNodes(media.example), 'the payload'))
}

function eventsPage(model) {
  const headers = parameterList(model.events[0]?.headers ?? [], model)
  const families = Map.groupBy(model.events, ({ family }) => family)
  const groups = [...families].map(([family, events]) => {
    const links = events.map(({ type }) => h('a', { href: placeOf('webhooks', type) }, type.slice(family.length + 1)))
    return h('div', h('h2', family), links)
  })
  return [
    heading('Events', h('p.lead', model.webhooks), h('nav.families', { 'aria-label': 'Events' }, groups)),
    section(sectionId('webhooks', 'headers'), 'Headers of a delivery', headers),
    model.events.map(event => eventSection(event, model)),
  ]
}

const ERRORS_LEAD = 'The closed list of codes that a refusal may carry. Decide by the code; messages are for people.'

function errorsPage(model) {
  const rows = Object.entries(model.errors).map(([code, { status, message }]) => {
    const cells = [statusMark(String(status)), h('code', code), message].map(cell => h('td', cell))
    return h('tr', { id: sectionId('errors', code) }, cells)
  })
  return [heading('Errors', h('p.lead', ERRORS_LEAD)), table(['Status', 'Code', 'Meaning'], rows)]
}

/** What a scope opens: operations, and further fields of resources. */
function usesOf(scope, model) {
  const operations = model.operations.filter(({ asked }) => asked.scopes.includes(scope))
  return [
    operations.map(({ tag, operationId, summary }) => h('a', { href: placeOf(slug(tag), operationId) }, summary)),
    openedBy(model, scope).map(({ name, tag }) =>
      h('a', { href: placeOf(tag.slug, 'object', name) }, `Fields of ${name}`),
    ),
  ]
}

const RIGHTS = {
  Scope: {
    lead: 'What a clinic can grant to a plugin, in the words of the consent screen.',
    meaning: 'What the clinic is told, and what it opens',
  },
  Permission: {
    lead: 'What roles in a clinic permit. What people do for themselves alone asks for none.',
    meaning: 'What it permits',
  },
}

function scopesPage(model) {
  const { lead, meaning } = RIGHTS[model.word]
  const rows = Object.entries(model.scopes).map(([name, sentence]) => {
    const uses = h('div.uses', usesOf(name, model))
    return h('tr', { id: sectionId('scopes', name) }, h('td', h('code', name)), h('td', sentence, uses))
  })
  return [heading(`${model.word}s`, h('p.lead', lead)), table([model.word, meaning], rows)]
}

const FIXED = { guide, webhooks: eventsPage, errors: errorsPage, scopes: scopesPage }

/** The title and content of a page, by the first part of its address; the guide for an address that leads nowhere. */
export function pageOf(name, model) {
  const tag = model.tags.find(candidate => candidate.slug === name)
  if (tag) return { name, title: tag.name, content: tagPage(tag, model) }
  const known = Object.hasOwn(FIXED, name) ? name : 'guide'
  const titles = { guide: model.title, webhooks: 'Events', errors: 'Errors', scopes: `${model.word}s` }
  return { name: known, title: titles[known], content: FIXED[known](model) }
}
