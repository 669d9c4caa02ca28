import type { Schema } from './described.ts'
import { fieldList, parameterList } from './fields.ts'
import { fence, heading, inline, joined, json, tabs } from './markdown.ts'
import { answerOf, type Model, type Operation, resourcesOf } from './model.ts'
import { objectAnchor, objectPlace, placeOf } from './places.ts'
import { commandOf, methodOf } from './samples/sample-call.ts'
import { LANGUAGES, type Sample, samplesOf } from './samples/samples.ts'

const linked = (names: readonly string[], page: string, model: Model): string =>
  names
    .map(name => (isPlaced(name, page, model) ? `[\`${name}\`](${placeOf(model, page, name)})` : `\`${name}\``))
    .join(', ')

/** Roles, which some surfaces ask for, are told in the introduction and have no page. */
const isPlaced = (name: string, page: string, model: Model): boolean => page !== 'scopes' || name in model.scopes

function facts(operation: Operation, model: Model): string {
  const { mode, scopes } = operation.asked
  const emitted = operation['x-emits'] ?? []
  const window = operation['x-window-days']
  const [method, command] = [methodOf(operation), commandOf(operation)]
  const told = [
    `${model.word}: ${scopes.length === 0 ? operation.who : `${scopes.length > 1 ? `${mode} of ` : ''}${linked(scopes, 'scopes', model)}`}`,
    emitted.length > 0 && `Events: ${linked(emitted, 'events', model)}`,
    operation['x-step-up'] && 'Step-up: within the last five minutes',
    window !== undefined && `Window: from and to at most ${window} days apart`,
    method && `SDK: \`${method}\``,
    command && `Command line: \`${command}\``,
  ]
  return told
    .filter(Boolean)
    .map(line => `- ${line}`)
    .join('\n')
}

const WHERE = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
] as const

function inputs({ parameters, body, bodyRequired }: Operation, model: Model): string {
  const groups = WHERE.map(([place, title]) => ({ title, list: parameters.filter(one => one.in === place) }))
  const given = groups.filter(({ list }) => list.length > 0)
  const schema = body?.schema
  return joined(
    ...given.map(({ title, list }) => joined(`**${title}**`, parameterList(list, model))),
    schema && `**Body**${bodyRequired ? '' : ' (optional)'}`,
    schema && (schema.properties ? fieldList(schema, model, schema.required) : 'Any JSON object.'),
  )
}

/** What stands under `data`, as an operation answers it. */
function returned(operation: Operation, model: Model): string {
  const { data = {}, nextCursor }: Readonly<Record<string, Schema>> =
    answerOf(operation)?.media?.schema.properties ?? {}
  const names = resourcesOf(operation).map(name => `[${name}](${objectPlace(model, name)})`)
  if (names.length === 0) return fieldList(model.resolve(data.items ?? data), model)
  const amount = nextCursor ? 'A page of' : data.items ? 'All of' : 'One'
  return `${amount} ${names.join(', ')} ${data.items ? 'objects' : 'object'}.`
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

function refusals(operation: Operation, model: Model): string {
  const rows = refusalsOf(operation).map(({ status, code, details }) => {
    const shown = details === undefined ? '' : ` \`details ${JSON.stringify(details)}\``
    return `- ${status} [\`${code}\`](${placeOf(model, 'errors', code)}) ${model.errors[code]?.message ?? ''}${shown}`
  })
  return `<details>\n<summary>${rows.length} ways in which it may be refused</summary>\n\n${rows.join('\n')}\n\n</details>`
}

const FENCES = { curl: 'sh', typescript: 'ts', python: 'py' } as const

/** The sample in each language, behind tabs that bear their names. */
export const sampleTabs = (samples: readonly Sample[]): string =>
  tabs(samples.map(({ language, code }) => fence(FENCES[language], code, LANGUAGES[language])))

export function operationSection(operation: Operation, model: Model): string {
  const { operationId, method, path, summary, description } = operation
  const answer = answerOf(operation)
  return joined(
    heading(summary, operationId),
    `**${method.toUpperCase()}** \`${new URL(model.server).pathname}${path}\``,
    description && inline(description, model),
    facts(operation, model),
    sampleTabs(samplesOf(model.server, operation)),
    inputs(operation, model),
    '**Answer**',
    returned(operation, model),
    answer?.media && json(answer.media.example, `Answer ${answer.status}`),
    refusals(operation, model),
  )
}

export const resourceSection = (name: string, model: Model, example: unknown): string =>
  joined(
    heading(`The ${name} object`, objectAnchor(name)),
    'Its fields. A field that needs a further scope is left out or masked without that scope.',
    fieldList(model.schemas[name] ?? {}, model),
    json(example, name),
  )
