import { card, jsonNodes } from './code.js'
import { h, placeOf, sectionId } from './dom.js'
import { fieldList, parameterList } from './fields.js'
import { exampleOf, openedBy, resourcesOf, slug } from './model.js'
import { operationSection, resourceSection, section } from './operation.js'
import { blocks, inline, sections } from './prose.js'

const heading = (title, lead) => h('header', { class: 'page-head' }, h('h1', { tabindex: '-1' }, title), lead)

function guide(model) {
  const { lead, parts } = sections(model.guide)
  const paragraphs = blocks(lead, model)
  paragraphs[0]?.classList.add('lead')
  const base = h('p', { class: 'base' }, h('span', null, 'Base address'), h('code', null, model.server))
  return [
    heading(model.title, [paragraphs, base]),
    parts.map(part => section(sectionId('guide', slug(part.title)), part.title, blocks(part.text, model))),
  ]
}

function tagPage(tag, model) {
  const names = [...new Set(tag.operations.flatMap(resourcesOf))]
  const index = h(
    'nav',
    { class: 'index', 'aria-label': `Operations of ${tag.name}` },
    tag.operations.map(operation =>
      h(
        'a',
        { href: placeOf(tag.slug, operation.operationId) },
        h('span', { class: `badge ${operation.method}` }, operation.method.toUpperCase()),
        h('code', null, operation.path),
        h('span', null, operation.summary),
      ),
    ),
  )
  return [
    heading(tag.name, [h('p', { class: 'lead' }, inline(tag.description, model)), index]),
    names.map(name => resourceSection(name, tag.name, model, exampleOf(model, name))),
    tag.operations.map(operation => operationSection(operation, model)),
  ]
}

function eventSection(event, model) {
  const data = model.resolve(event.media.schema.properties.data)
  const text = [
    event.neverSent && h('p', { class: 'never' }, 'Never sent'),
    h('p', null, inline(event.description, model)),
    h('h3', null, 'data'),
    fieldList(data, model),
  ]
  return section(
    sectionId('webhooks', event.type),
    event.type,
    text,
    card('Payload', jsonNodes(event.media.example), 'the payload'),
  )
}

function eventsPage(model) {
  const headers = section(
    sectionId('webhooks', 'headers'),
    'Headers of a delivery',
    parameterList(model.events[0]?.headers ?? [], model),
  )
  const families = [...new Set(model.events.map(({ family }) => family))]
  const index = h(
    'nav',
    { class: 'families', 'aria-label': 'Events' },
    families.map(family =>
      h(
        'div',
        null,
        h('h2', null, family),
        model.events
          .filter(event => event.family === family)
          .map(({ type }) => h('a', { href: placeOf('webhooks', type) }, type.slice(family.length + 1))),
      ),
    ),
  )
  return [
    heading('Events', [h('p', { class: 'lead' }, model.webhooks), index]),
    headers,
    model.events.map(event => eventSection(event, model)),
  ]
}

function errorsPage(model) {
  const rows = Object.entries(model.errors).map(([code, { status, message }]) =>
    h(
      'tr',
      { id: sectionId('errors', code) },
      h('td', null, h('span', { class: `status s${String(status)[0]}` }, String(status))),
      h('td', null, h('code', null, code)),
      h('td', null, message),
    ),
  )
  const head = h(
    'thead',
    null,
    h(
      'tr',
      null,
      ['Status', 'Code', 'Meaning'].map(title => h('th', { scope: 'col' }, title)),
    ),
  )
  return [
    heading(
      'Errors',
      h(
        'p',
        { class: 'lead' },
        'The closed list of codes that a refusal may carry. Decide by the code; messages are for people.',
      ),
    ),
    h('div', { class: 'table', tabindex: '0' }, h('table', null, head, h('tbody', null, rows))),
  ]
}

function usesOf(scope, model) {
  const operations = model.operations.filter(operation => operation.asked.scopes.includes(scope))
  return [
    operations.map(operation =>
      h('a', { href: placeOf(slug(operation.tag), operation.operationId) }, operation.summary),
    ),
    openedBy(model, scope).map(({ name, tag }) =>
      h('a', { href: placeOf(tag.slug, 'object', name) }, `Fields of ${name}`),
    ),
  ]
}

const SCOPES_LEAD = {
  Scope: 'What a clinic can grant to a plugin, in the words of the consent screen.',
  Permission: 'What roles in a clinic permit. What people do for themselves alone asks for none.',
}

function scopesPage(model) {
  const rows = Object.entries(model.scopes).map(([name, meaning]) =>
    h(
      'tr',
      { id: sectionId('scopes', name) },
      h('td', null, h('code', null, name)),
      h('td', null, meaning, h('div', { class: 'uses' }, usesOf(name, model))),
    ),
  )
  const head = h(
    'thead',
    null,
    h(
      'tr',
      null,
      [model.word, model.word === 'Scope' ? 'What the clinic is told, and what it opens' : 'What it permits'].map(
        title => h('th', { scope: 'col' }, title),
      ),
    ),
  )
  return [
    heading(`${model.word}s`, h('p', { class: 'lead' }, SCOPES_LEAD[model.word])),
    h('div', { class: 'table', tabindex: '0' }, h('table', null, head, h('tbody', null, rows))),
  ]
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
