import { jsonCard, samplesCard } from './code.ts'
import type { Schema } from './described.ts'
import { fieldList, parameterList } from './fields.ts'
import { type Child, h, type Markup, marked } from './markup.ts'
import { answerOf, type Model, type Operation, resourcesOf } from './model.ts'
import { objectAnchor, objectPlace, placeOf } from './places.ts'
import { inline } from './prose.ts'
import { samplesOf } from './samples/samples.ts'

/** A section with running text on the left and, where there is some, code on the right. */
export function section(id: string, title: string, text: Child, code?: Child): Markup {
  const heading = h('h2', { id: `${id}-title` }, h('a.anchor', { href: `#${id}` }, title))
  const attributes = { id, 'aria-labelledby': `${id}-title` }
  if (code === undefined) return h('section.single', attributes, h('div.text', heading, text))
  return h('section.pair', attributes, h('div.text', heading, text), h('div.code', code))
}

export const badge = (method: string): Markup => h(`span.badge.${method}`, method.toUpperCase())

export const statusMark = (status: string): Markup => h(`span.status.s${status[0]}`, status)

const route = ({ method, path }: Operation, model: Model): Markup => {
  const full = new URL(model.server).pathname + path
  return h(
    'div.route',
    badge(method),
    h(
      'code',
      marked(full, /(\{[^}]+\})/, part => h('span.hole', part)),
    ),
  )
}

const fact = (term: string, told: Child): Child => [h('dt', term), h('dd', told)]

function facts(operation: Operation, model: Model): Markup {
  const { mode, scopes } = operation.asked
  const links = scopes.map(name => h('a.scope', { href: placeOf(model, 'scopes', name) }, name))
  const emitted = (operation['x-emits'] ?? []).map(type =>
    h('a.scope.event', { href: placeOf(model, 'events', type) }, type),
  )
  const window = operation['x-window-days']
  return h(
    'dl.facts',
    fact(model.word, scopes.length === 0 ? operation.who : [scopes.length > 1 && `${mode} of `, links]),
    emitted.length > 0 && fact('Events', emitted),
    operation['x-step-up'] && fact('Step-up', 'within the last five minutes'),
    window !== undefined && fact('Window', `from and to at most ${window} days apart`),
  )
}

const WHERE = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
] as const

function inputs({ parameters, body, bodyRequired }: Operation, model: Model): Child {
  const groups = WHERE.map(([place, title]) => ({ title, list: parameters.filter(one => one.in === place) }))
  const given = groups.filter(({ list }) => list.length > 0)
  const schema = body?.schema
  return [
    given.map(({ title, list }) => [h('h3', title), parameterList(list, model)]),
    schema && h('h3', 'Body', !bodyRequired && h('span.kind', ' optional')),
    schema && (schema.properties ? fieldList(schema, model, schema.required) : h('p', 'Any JSON object.')),
  ]
}

/** What stands under `data`, as an operation answers it. */
function returned(operation: Operation, model: Model): Child {
  const { data = {}, nextCursor }: Readonly<Record<string, Schema>> =
    answerOf(operation)?.media?.schema.properties ?? {}
  const names = resourcesOf(operation).map(name => h('a', { href: objectPlace(model, name) }, name))
  if (names.length === 0) return fieldList(model.resolve(data.items ?? data), model)
  const amount = nextCursor ? 'A page of ' : data.items ? 'All of ' : 'One '
  return h('p', amount, names, data.items ? ' objects.' : ' object.')
}

interface Refusal {
  readonly status: string
  readonly code: string
  readonly details: unknown
}

/** Every way in which the operation may be refused, and what `details` hold then. */
const refusalsOf = ({ responses }: Operation): Refusal[] =>
  responses.flatMap(({ status, media }) => {
    if (status.startsWith('2')) return []
    const examples: Readonly<Record<string, { value: { error?: { details?: unknown } } }>> = JSON.parse(
      JSON.stringify(media?.examples ?? {}),
    )
    return Object.entries(examples).map(([code, { value }]) => ({ status, code, details: value.error?.details }))
  })

function refusals(operation: Operation, model: Model): Markup {
  const rows = refusalsOf(operation).map(({ status, code, details }) => {
    const link = h('a', { href: placeOf(model, 'errors', code) }, h('code', code))
    const shown = details !== undefined && h('code.details', `details ${JSON.stringify(details)}`)
    return h('li', statusMark(status), h('div', link, h('p', model.errors[code]?.message), shown))
  })
  return h('details.refusals', h('summary', `${rows.length} ways in which it may be refused`), h('ul', rows))
}

export function operationSection(operation: Operation, model: Model): Markup {
  const { operationId, summary, description } = operation
  const answer = answerOf(operation)
  const text = [
    route(operation, model),
    description !== undefined && h('p', inline(description, model)),
    facts(operation, model),
    inputs(operation, model),
    h('h3', 'Answer'),
    returned(operation, model),
    refusals(operation, model),
  ]
  const code = [
    samplesCard(operationId, 'The request', samplesOf(model.server, operation)),
    answer?.media && jsonCard(`Answer ${answer.status}`, 'the answer', answer.media.example),
  ]
  return section(operationId, summary, text, code)
}

export function resourceSection(name: string, model: Model, example: unknown): Markup {
  const lead = 'Its fields. A field with a scope beside it is left out or masked without that scope.'
  const fields = fieldList(model.schemas[name] ?? {}, model)
  const text = [h('p.lead-in', lead), fields]
  return section(objectAnchor(name), `The ${name} object`, text, jsonCard(name, 'the object', example))
}
