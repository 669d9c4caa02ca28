import { card, chooserCard, copyButton, jsonNodes, shellNodes } from './code.js'
import { curlOf } from './curl.js'
import { h, placeOf, sectionId } from './dom.js'
import { fieldList, parameterList } from './fields.js'
import { answerOf, nameOf, resourcesOf, slug } from './model.js'
import { inline } from './prose.js'

/** A section with running text on the left and code on the right. */
export function section(id, title, text, code) {
  return h(
    'section',
    { class: code ? 'pair' : 'single', id, 'aria-labelledby': `${id}-title` },
    h(
      'div',
      { class: 'text' },
      h('h2', { id: `${id}-title` }, h('a', { class: 'anchor', href: `#/${id}` }, title)),
      text,
    ),
    code && h('div', { class: 'code' }, code),
  )
}

const pathNodes = path =>
  path.split(/(\{[^}]+\})/).map((part, index) => (index % 2 ? h('span', { class: 'hole' }, part) : part))

export const badge = method => h('span', { class: `badge ${method}` }, method.toUpperCase())

function route({ method, path }, model) {
  const full = new URL(model.server).pathname + path
  return h(
    'div',
    { class: 'route' },
    badge(method),
    h('code', null, pathNodes(full)),
    copyButton(() => full, 'the path'),
  )
}

function facts(operation, model) {
  const { mode, scopes } = operation.asked
  const links = names => names.map(name => h('a', { class: 'scope', href: placeOf('scopes', name) }, name))
  const window = operation['x-window-days']
  return h(
    'dl',
    { class: 'facts' },
    h('dt', null, model.word),
    h('dd', null, scopes.length === 0 ? operation.who : [scopes.length > 1 && `${mode} of `, links(scopes)]),
    operation['x-emits'] && [
      h('dt', null, 'Events'),
      h(
        'dd',
        null,
        operation['x-emits'].map(type => h('a', { class: 'scope event', href: placeOf('webhooks', type) }, type)),
      ),
    ],
    operation['x-step-up'] && [h('dt', null, 'Step-up'), h('dd', null, 'within the last five minutes')],
    window && [h('dt', null, 'Window'), h('dd', null, `from and to at most ${window} days apart`)],
  )
}

const WHERE = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
]

function inputs(operation, model) {
  const groups = WHERE.map(([place, title]) => [
    title,
    operation.parameters.filter(parameter => parameter.in === place),
  ])
  const schema = operation.body?.schema
  return [
    groups
      .filter(([, list]) => list.length > 0)
      .map(([title, list]) => [h('h3', null, title), parameterList(list, model)]),
    schema && h('h3', null, 'Body', !operation.bodyRequired && h('span', { class: 'kind' }, ' optional')),
    schema &&
      (schema.properties ? fieldList(schema, model, { marksRequired: true }) : h('p', null, 'Any JSON object.')),
  ]
}

function returned(operation, model) {
  const data = answerOf(operation).media.schema.properties.data
  const names = resourcesOf(operation).map(name => h('a', { href: placeOf(slug(operation.tag), 'object', name) }, name))
  const page = 'nextCursor' in answerOf(operation).media.schema.properties
  if (names.length === 0) return fieldList(model.resolve(data.items ?? data), model)
  return h(
    'p',
    null,
    page ? 'A page of ' : data.items ? 'All of ' : 'One ',
    names,
    data.items ? ' objects.' : ' object.',
  )
}

function refusals(operation, model) {
  const rows = operation.responses
    .filter(({ status }) => !status.startsWith('2'))
    .flatMap(({ status, media }) =>
      Object.keys(media.examples).map(code =>
        h(
          'li',
          null,
          h('span', { class: `status s${status[0]}` }, status),
          h(
            'div',
            null,
            h('a', { href: placeOf('errors', code) }, h('code', null, code)),
            h('p', null, model.errors[code]?.message ?? ''),
          ),
        ),
      ),
    )
  return h(
    'details',
    { class: 'refusals' },
    h('summary', null, `${rows.length} ways in which it may be refused`),
    h('ul', null, rows),
  )
}

function answers(operation) {
  const { status, media } = answerOf(operation)
  const refused = operation.responses
    .filter(response => !response.status.startsWith('2'))
    .flatMap(response =>
      Object.entries(response.media.examples).map(([code, { value }]) => ({
        name: `${response.status} ${code}`,
        value,
      })),
    )
  return chooserCard('Answer', 'the answer', [{ name: status, value: media.example }, ...refused])
}

export function operationSection(operation, model) {
  const text = [
    route(operation, model),
    operation.description && h('p', null, inline(operation.description, model)),
    facts(operation, model),
    inputs(operation, model),
    h('h3', null, 'Answer'),
    returned(operation, model),
    refusals(operation, model),
  ]
  const code = [card('Request', shellNodes(curlOf(model.server, operation)), 'the request'), answers(operation)]
  return section(sectionId(slug(operation.tag), operation.operationId), operation.summary, text, code)
}

export function resourceSection(name, tag, model, example) {
  const schema = model.resolve({ $ref: `#/components/schemas/${name}` })
  const text = [
    h(
      'p',
      { class: 'lead-in' },
      'Its fields. A field with a scope beside it is left out or masked without that scope.',
    ),
    fieldList(schema, model),
  ]
  return section(
    sectionId(slug(tag), 'object', name),
    `The ${name} object`,
    text,
    card(nameOf(name), jsonNodes(example), 'the object'),
  )
}
