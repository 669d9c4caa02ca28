import { jsonCard } from './code.ts'
import { fieldList, parameterList } from './fields.ts'
import { type Child, h, type Markup } from './markup.ts'
import { type Event, exampleOf, type Model, resourcesOf, scopeFor, slug, type Tag } from './model.ts'
import { badge, operationSection, resourceSection, section, statusMark } from './operation.ts'
import { objectPlace, operationPlace, pageOfTag, placeOf } from './places.ts'
import { block, blocksOf, inline, sectionsOf, table } from './prose.ts'

export interface Part {
  readonly id: string
  readonly title: string
  /** Of an operation. */
  readonly method?: string
}

/** One page: its place below the others, its title, and what stands on it. */
export interface Page {
  readonly path: string
  readonly title: string
  /** What the side bar names of it while it is read. */
  readonly parts: readonly Part[]
  /** Made when the page is first asked for. */
  content(): Child
}

export const pageHead = (title: string, ...lead: readonly Child[]): Markup =>
  h('header.page-head', h('h1', title), lead)

const lead = (text: string, model: Model): Markup => h('p.lead', inline(text, model))

/** A page that the introduction leads to. */
export interface Signpost {
  readonly path: string
  readonly title: string
  readonly summary: string
}

function introduction(model: Model, signposts: readonly Signpost[]): Child {
  const { lead: opening, parts } = sectionsOf(model.introduction)
  const [first = '', ...others] = blocksOf(opening)
  const base = h('p.base', h('span', 'Base address'), h('code', model.server))
  const blocks = (text: string) => blocksOf(text).map(part => block(part, model))
  const more = others.map(part => block(part, model))
  const guides = signposts.map(({ path, title, summary }) =>
    h('a', { href: placeOf(model, path) }, h('strong', title), h('span', summary)),
  )
  const index = guides.length > 0 && h('nav.index.guides', { 'aria-label': 'Guides' }, guides)
  return [
    pageHead(model.title, lead(first, model), more, base, index),
    parts.map(part => section(slug(part.title), part.title, blocks(part.text))),
  ]
}

function tagContent(tag: Tag, model: Model): Child {
  // A resource stands on one page alone, that of the first family that answers it.
  const page = placeOf(model, pageOfTag(tag))
  const shown = new Map(tag.operations.flatMap(one => resourcesOf(one).map(name => [name, one] as const)).toReversed())
  const own = [...shown].toReversed().filter(([name]) => objectPlace(model, name)?.startsWith(`${page}#`))
  const links = tag.operations.map(({ operationId, method, path, summary }) =>
    h('a', { href: `#${operationId}` }, badge(method), h('code', path), h('span', summary)),
  )
  const index = h('nav.index', { 'aria-label': `Operations of ${tag.name}` }, links)
  return [
    pageHead(tag.name, lead(tag.description, model), index),
    own.map(([name, operation]) => {
      const data = exampleOf(operation)
      return resourceSection(name, model, Array.isArray(data) ? data[0] : data)
    }),
    tag.operations.map(operation => operationSection(operation, model)),
  ]
}

function eventSection({ type, neverSent, description, media }: Event, model: Model): Markup {
  const text = [
    neverSent && h('p.never', 'Never sent'),
    h('p', inline(description, model)),
    h('h3', 'data'),
    fieldList(model.resolve(media.schema.properties?.data ?? {}), model),
  ]
  return section(type, type, text, jsonCard('Payload', 'the payload', media.example))
}

function eventsContent(model: Model): Child {
  const headers = parameterList(model.events[0]?.headers ?? [], model)
  const groups = [...Map.groupBy(model.events, ({ family }) => family)].map(([family, events]) => {
    const links = events.map(({ type }) => h('a', { href: `#${type}` }, type.slice(family.length + 1)))
    return h('div', h('h2', family), links)
  })
  return [
    pageHead('Events', lead(model.webhooks, model), h('nav.families', { 'aria-label': 'Events' }, groups)),
    section('headers', 'Headers of a delivery', headers),
    model.events.map(event => eventSection(event, model)),
  ]
}

const ERRORS_LEAD = 'The closed list of codes that a refusal may carry. Decide by the code; messages are for people.'

function errorsContent(model: Model): Child {
  const rows = Object.entries(model.errors).map(([code, { status, message }]) => {
    const cells = [statusMark(String(status)), h('code', code), message].map(cell => h('td', cell))
    return h('tr', { id: code }, cells)
  })
  return [pageHead('Errors', lead(ERRORS_LEAD, model)), table(['Status', 'Code', 'Meaning'], rows)]
}

/** The resources of which a scope opens further fields. */
const openedBy = (scope: string, model: Model): string[] =>
  Object.keys(model.schemas).filter(name =>
    Object.values(model.schemas[name]?.properties ?? {}).some(field => scopeFor(field) === scope),
  )

/** What a scope opens: operations, and further fields of resources. */
function usesOf(scope: string, model: Model): Child {
  const operations = model.operations.filter(({ asked }) => asked.scopes.includes(scope))
  const resources = openedBy(scope, model).flatMap(name => {
    const href = objectPlace(model, name)
    return href === undefined ? [] : h('a', { href }, `Fields of ${name}`)
  })
  return [operations.map(one => h('a', { href: operationPlace(model, one) }, one.summary)), resources]
}

const RIGHTS: Readonly<Record<string, { lead: string; meaning: string }>> = {
  Scope: {
    lead: 'What a clinic can grant to a plugin, in the words of the consent screen.',
    meaning: 'What the clinic is told, and what it opens',
  },
  Permission: {
    lead: 'What roles in a clinic permit. What people do for themselves alone asks for none.',
    meaning: 'What it permits',
  },
}

function scopesContent(model: Model): Child {
  const told = RIGHTS[model.word] ?? { lead: '', meaning: '' }
  const rows = Object.entries(model.scopes).map(([name, sentence]) => {
    const uses = h('div.uses', usesOf(name, model))
    return h('tr', { id: name }, h('td', h('code', name)), h('td', sentence, uses))
  })
  return [pageHead(`${model.word}s`, lead(told.lead, model)), table([model.word, told.meaning], rows)]
}

export const partsOf = (text: string): Part[] => sectionsOf(text).parts.map(({ title }) => ({ id: slug(title), title }))

const tagPage = (tag: Tag, model: Model): Page => ({
  ...{ path: pageOfTag(tag), title: tag.name },
  parts: tag.operations.map(({ operationId: id, summary, method }) => ({ id, title: summary, method })),
  content: () => tagContent(tag, model),
})

const eventsPage = (model: Model): Page => ({
  ...{ path: 'events', title: 'Events' },
  parts: model.events.map(({ type }) => ({ id: type, title: type })),
  content: () => eventsContent(model),
})

/** The page of the surface as a whole, then what operations have in common, then a page for each family of them. */
export const referencePages = (model: Model, signposts: readonly Signpost[]) => ({
  introduction: {
    ...{ path: '', title: 'Introduction', parts: partsOf(model.introduction) },
    content: () => introduction(model, signposts),
  },
  shared: [
    ...(model.events.length > 0 ? [eventsPage(model)] : []),
    { path: 'errors', title: 'Errors', parts: [], content: () => errorsContent(model) },
    { path: 'scopes', title: `${model.word}s`, parts: [], content: () => scopesContent(model) },
  ],
  families: model.tags.map(tag => tagPage(tag, model)),
})
