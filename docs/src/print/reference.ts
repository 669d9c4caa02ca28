import { fieldList, parameterList } from './fields.ts'
import { blocks, heading, inline, joined, json, table } from './markdown.ts'
import { type Event, exampleOf, type Model, resourcesOf, scopeFor, type Tag } from './model.ts'
import { operationSection, resourceSection } from './operation.ts'
import { objectPlace, operationPlace, pageOfTag, placeOf } from './places.ts'

/** A page as Markdown, before it is placed. */
export interface Page {
  /** Below /docs: `reference/patients`; none for the first page. */
  readonly path: string
  readonly title: string
  readonly summary: string
  readonly text: string
}

function familyText(tag: Tag, model: Model): string {
  // A resource stands on one page alone, that of the first family that answers it.
  const page = placeOf(model, pageOfTag(tag))
  const shown = new Map(tag.operations.flatMap(one => resourcesOf(one).map(name => [name, one] as const)).toReversed())
  const own = [...shown].toReversed().filter(([name]) => objectPlace(model, name)?.startsWith(`${page}#`))
  const index = tag.operations.map(
    ({ operationId, method, path, summary }) =>
      `- [${summary}](#${operationId}) · **${method.toUpperCase()}** \`${path}\``,
  )
  return joined(
    index.join('\n'),
    ...tag.operations.map(operation => operationSection(operation, model)),
    ...own.map(([name, operation]) => {
      const data = exampleOf(operation)
      return resourceSection(name, model, Array.isArray(data) ? data[0] : data)
    }),
  )
}

const eventSection = ({ type, neverSent, description, media }: Event, model: Model): string =>
  joined(
    heading(type, type),
    neverSent && '**Never sent.**',
    inline(description, model),
    fieldList(model.resolve(media.schema.properties?.data ?? {}), model),
    json(media.example, 'Payload'),
  )

function eventsText(model: Model): string {
  const groups = [...Map.groupBy(model.events, ({ family }) => family)].map(
    ([family, events]) =>
      `- ${family}: ${events.map(({ type }) => `[${type.slice(family.length + 1)}](#${type})`).join(', ')}`,
  )
  return joined(
    groups.join('\n'),
    heading('Headers of a delivery', 'headers'),
    parameterList(model.events[0]?.headers ?? [], model),
    ...model.events.map(event => eventSection(event, model)),
  )
}

/** Every code has a heading, so that it has an address and the search leads to it. */
const errorsText = (model: Model): string =>
  joined(
    ...Object.entries(model.errors).map(([code, { status, message }]) =>
      joined(heading(code, code, 3), `${status} · ${message}`),
    ),
  )

function usesOf(name: string, model: Model): string {
  const operations = model.operations
    .filter(({ asked }) => asked.scopes.includes(name))
    .map(one => `[${one.operationId}](${operationPlace(model, one)})`)
  const fields = Object.entries(model.schemas).flatMap(([resource, { properties = {} }]) => {
    const own = Object.entries(properties).filter(([, schema]) => scopeFor(schema) === name)
    const place = objectPlace(model, resource)
    return own.length === 0 || !place
      ? []
      : [`${own.map(([field]) => `\`${field}\``).join(', ')} of [${resource}](${place})`]
  })
  const told = [...operations, ...fields]
  return told.length === 0 ? '' : `Opens ${told.join(', ')}.`
}

const scopesText = (model: Model): string =>
  joined(
    ...Object.entries(model.scopes).map(([name, sentence]) =>
      joined(heading(name, name, 3), inline(sentence, model), usesOf(name, model)),
    ),
  )

const SHARED: Readonly<Record<string, string>> = {
  Scope: 'What a clinic can grant to a plugin, in the words of the consent screen.',
  Permission: 'What roles in a clinic permit. What people do for themselves alone asks for none.',
}

const ERRORS = 'The closed list of codes that a refusal may carry. Decide by the code; messages are for people.'

const familyTable = (model: Model): string =>
  table(
    ['Family', 'What it is about'],
    model.tags.map(tag => [`[${tag.name}](${placeOf(model, pageOfTag(tag))})`, inline(tag.description, model)]),
  )

/**
 * What tells of a surface: its introduction, at `first`, what its operations have in common, and a page for each family of
 * them.
 */
export function referencePages(model: Model, first: string): Page[] {
  const [summary = '', ...rest] = model.introduction.split('\n\n')
  const families = model.tags.map(tag => ({
    ...{ path: pageOfTag(tag), title: tag.name, summary: tag.description },
    text: familyText(tag, model),
  }))
  const rights = `${model.word}s`
  return [
    {
      path: first,
      title: model.title,
      summary,
      text: joined(blocks(rest.join('\n\n'), model), '## Families', familyTable(model)),
    },
    ...(model.events.length > 0
      ? [{ path: 'events', title: 'Events', summary: model.webhooks, text: eventsText(model) }]
      : []),
    { path: 'errors', title: 'Errors', summary: ERRORS, text: errorsText(model) },
    ...(Object.keys(model.scopes).length > 0
      ? [{ path: 'scopes', title: rights, summary: SHARED[model.word] ?? '', text: scopesText(model) }]
      : []),
    ...families,
  ]
}
