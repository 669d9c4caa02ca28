import { type Guide, pathOfGuide } from './guides.ts'
import { type Model, type Operation, slug } from './model.ts'
import { objectPlace, operationPlace, placeOf } from './places.ts'
import { sectionsOf } from './prose.ts'

/** What the search finds: a place, by the words that are said there. */
export interface SearchEntry {
  readonly kind: string
  readonly title: string
  readonly href: string
  readonly words: string
}

const plain = (text: string): string =>
  text
    .replaceAll(/```\w*|^::\w+|[`*|]/gm, ' ')
    .replaceAll(/\]\([^)]*\)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

function guideEntries(guide: Guide, model: Model): SearchEntry[] {
  const { lead, parts } = sectionsOf(guide.text)
  const href = (anchor?: string) => placeOf(model, pathOfGuide(guide.name), anchor)
  const kind = 'Guide'
  return [
    { kind, title: guide.title, href: href(), words: plain(`${guide.summary} ${lead}`) },
    ...parts.map(({ title, text }) => ({
      ...{ kind, title: `${guide.title}: ${title}`, href: href(slug(title)), words: plain(text) },
    })),
  ]
}

const introductionEntries = (model: Model): SearchEntry[] =>
  sectionsOf(model.introduction).parts.map(({ title, text }) => ({
    ...{ kind: 'Introduction', title, href: placeOf(model, '', slug(title)), words: plain(text) },
  }))

const operationEntry = (operation: Operation, model: Model): SearchEntry => ({
  ...{ kind: operation.method.toUpperCase(), title: operation.summary, href: operationPlace(model, operation) },
  words: [
    ...[operation.path, operation.operationId, operation.tag, operation.description],
    ...[...operation.asked.scopes, ...operation.parameters.map(({ name }) => name)],
    ...Object.keys(operation.body?.schema.properties ?? {}),
  ].join(' '),
})

function objectEntries(model: Model): SearchEntry[] {
  return Object.entries(model.schemas).flatMap(([name, { properties = {}, description = '' }]) => {
    const href = objectPlace(model, name)
    const words = `${description} ${Object.keys(properties).join(' ')}`
    return href === undefined ? [] : { kind: 'Object', title: `The ${name} object`, href, words }
  })
}

const rightEntries = (model: Model): SearchEntry[] =>
  Object.entries(model.scopes).map(([title, words]) => ({
    ...{ kind: model.word, title, words, href: placeOf(model, 'scopes', title) },
  }))

/** Everything that the pages say, place by place. */
export const searchEntries = (model: Model, guides: readonly Guide[]): SearchEntry[] => [
  ...guides.flatMap(guide => guideEntries(guide, model)),
  ...introductionEntries(model),
  ...model.operations.map(operation => operationEntry(operation, model)),
  ...objectEntries(model),
  ...model.events.map(({ type, description }) => ({
    ...{ kind: 'Event', title: type, href: placeOf(model, 'events', type), words: `webhook ${description}` },
  })),
  ...Object.entries(model.errors).map(([code, { status, message }]) => ({
    ...{ kind: 'Error', title: code, href: placeOf(model, 'errors', code), words: `${status} ${message}` },
  })),
  ...rightEntries(model),
]
