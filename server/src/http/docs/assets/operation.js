import { card, chooserCard, copyButton, jsonNodes, shellNodes } from './code.js'
import { curlOf } from './curl.js'
import { h, marked, placeOf, sectionId } from './dom.js'
import { fieldList, parameterList } from './fields.js'
import { answerOf, nameOf, resourcesOf, slug } from './model.js'
import { inline } from './prose.js'

/** A section with running text on the left and code on the right. */
export function section(id, title, text, code) {
  const heading = h('h2', { id: `${id}-title` }, h('a.anchor', { href: `#/${id}` }, title))
  return h(
    `section.${code ? 'pair' : 'single'}`,
    { id, 'aria-labelledby': `${id}-title` },
    h('div.text', heading, text),
    code && h('div.code', code),
  )
}

export const badge = method => h(`span.badge.${method}`, method.toUpperCase())

function route({ method, path }, model) {
  const full = new URL(model.server).pathname + path
  const shown = marked(full, /(\{[^}]+\})/, part => h('span.hole', part))
  const copying = copyButton(() => full, 'the path')
  return h('div.route', badge(method), h('code', shown), copying)
}

const fact = (term, ...told) => [h('dt', term), h('dd', told)]

function facts(operation, model) {
  const { mode, scopes } = operation.asked
  const links = scopes.map(name => h('a.scope', { href: placeOf('scopes', name) }, name))
  const emitted = operation['x-emits']?.map(type => h('a.scope.event', { href: placeOf('webhooks', type) }, type))
  const window = operation['x-window-days']
  return h(
    'dl.facts',
    fact(model.word, scopes.length === 0 ? operation.who : [scopes.length > 1 && `${mode} of `, links]),
    emitted && fact('Events', emitted),
    operation['x-step-up'] && fact('Step-up', 'within the last five minutes'),
    window && fact('Window', `from and to at most ${window} days apart`),
  )
}

const WHERE = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
]

function inputs({ parameters, body, bodyRequired }, model) {
  const groups = WHERE.map(([place, title]) => [title, parameters.filter(parameter => parameter.in === place)])
  const schema = body?.schema
  return [
    groups.filter(([, list]) => list.length > 0).map(([title, list]) => [h('h3', title), parameterList(list, model)]),
    schema && h('h3', 'Body', !bodyRequired && h('span.kind', ' optional')),
    schema && (schema.properties ? fieldList(schema, model, schema.required) : h('p', 'Any JSON object.')),
  ]
}

function returned(operation, model) {
  const { data, nextCursor } = answerOf(operation).media.schema.properties
  const names = resourcesOf(operation).map(name => h('a', { href: placeOf(slug(operation.tag), 'object', name) }, name))
  if (names.length === 0) return fieldList(model.resolve(data.items ?? data), model)
  const amount = nextCursor ? 'A page of ' : data.items ? 'All of ' : 'One '
  return h('p', amount, names, data.items ? ' objects.' : ' object.')
}

/** Every way in which the operation may be refused: the status, the code and the example of each. */
const refusalsOf = operation =>
  operation.responses
    .filter(({ status }) => !status.startsWith('2'))
    .flatMap(({ status, media }) =>
      Object.entries(media.examples).map(([code, { value }]) => ({ status, code, value })),
    )

function refusals(operation, model) {
  const rows = refusalsOf(operation).map(({ status, code }) => {
    const link = h('a', { href: placeOf('errors', code) }, h('code', code))
    return h('li', statusMark(status), h('div', link, h('p', model.errors[code]?.message ?? '')))
  })
  return h('details.refusals', h('summary', `${rows.length} ways in which it may be refused`), h('ul', rows))
}

export const statusMark = status => h(`span.status.s${status[0]}`, status)

function answers(operation) {
  const { status, media } = answerOf(operation)
  const refused = refusalsOf(operation).map(({ status, code, value }) => ({ name: `${status} ${code}`, value }))
  return chooserCard('Answer', 'the answer', [{ name: status, value: media.example }, ...refused])
}

export function operationSection(operation, model) {
  const text = [
    route(operation, model),
    operation.description && h('p', inline(operation.description, model)),
    facts(operation, model),
    inputs(operation, model),
    h('h3', 'Answer'),
    returned(operation, model),
    refusals(operation, model),
  ]
  const code = [card('Request', shellNodes(curlOf(model.server, operation)), 'the request'), answers(operation)]
  return section(sectionId(slug(operation.tag), operation.operationId), operation.summary, text, code)
}

export function resourceSection(name, tag, model, example) {
  const lead = 'Its fields. A field with a scope beside it is left out or masked without that scope.'
  const fields = fieldList(model.schemas[name], model)
  const code = card(nameOf(name), jsonNodes(example), 'the object')
  return section(sectionId(slug(tag), 'object', name), `The ${name} object`, [h('p.lead-in', lead), fields], code)
}
