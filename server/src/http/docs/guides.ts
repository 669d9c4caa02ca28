import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { jsonCard, samplesCard } from './code.ts'
import { type Child, h, type Markup } from './markup.ts'
import { type Model, slug } from './model.ts'
import { section } from './operation.ts'
import { nameLinks } from './places.ts'
import { block, blocksOf, inline, sectionsOf } from './prose.ts'
import { type Page, pageHead, partsOf } from './reference-pages.ts'
import { type Language, samplesOf } from './samples/samples.ts'

const FOLDER = join(import.meta.dirname, 'guides')

/** What a guide says in numbers, by the names that stand in it as `{{name}}`: nothing is typed twice. */
export type Facts = Readonly<Record<string, string>>

export interface Guide {
  readonly name: string
  readonly title: string
  readonly summary: string
  /** The operations, events, errors and scopes that it is about. */
  readonly about: readonly string[]
  /** Markdown, with lines such as `::sample listPatients` where code is put in. */
  readonly text: string
}

/** In the order of the side bar. */
const ORDER = [
  'installing',
  'manifest',
  'settings',
  'tokens',
  'webhooks',
  'sync',
  'booking',
  'payments',
  'limits',
  'sandbox',
  'command-line',
  'operating',
]
export const CHANGELOG = 'changelog'

const headOf = (head: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...head.matchAll(/^(\w+): (.*)$/gm)].map(([, name, value]) => [name, value]))

function filled(text: string, facts: Facts): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const fact = facts[name]
    if (fact === undefined) throw new Error(`A guide asks for ${name}, and nothing says how much that is.`)
    return fact
  })
}

function readGuide(name: string, facts: Facts): Guide {
  const [, head = '', text = ''] = readFileSync(join(FOLDER, `${name}.md`), 'utf8').split(/^---$/m)
  const { title = '', summary = '', about = '' } = headOf(head)
  const names = about.split(', ').filter(Boolean)
  return { name, title, summary: filled(summary, facts), about: names, text: filled(text, facts) }
}

export const readGuides = (facts: Facts): Guide[] => [...ORDER, CHANGELOG].map(name => readGuide(name, facts))

export const pathOfGuide = (name: string): string => (name === CHANGELOG ? name : `guides/${name}`)

const ENDINGS: Readonly<Record<string, Language>> = { sh: 'curl', ts: 'typescript', py: 'python' }

/** Code of a guide that is kept as files, which tests run: one for each language. */
function codeFiles(name: string): { language: Language; code: string }[] {
  const folder = join(FOLDER, 'code')
  const files = readdirSync(folder).filter(file => file.split('.')[0] === name)
  const found = files.flatMap(file => {
    const language = ENDINGS[file.split('.')[1] ?? '']
    return language ? { language, code: readFileSync(join(folder, file), 'utf8').trimEnd() } : []
  })
  return Object.values(ENDINGS).flatMap(language => found.find(one => one.language === language) ?? [])
}

type Put = (words: readonly string[], model: Model) => Markup

/** What a line such as `::sample listPatients updatedAfter` puts in its place. */
const DIRECTIVES: Readonly<Record<string, Put>> = {
  sample: ([id = '', ...also], model) => {
    const operation = model.operations.find(({ operationId }) => operationId === id)
    if (!operation) throw new Error(`A guide shows ${id}, which is no operation.`)
    return samplesCard([id, ...also].join('-'), operation.summary, samplesOf(model.server, operation, also))
  },
  event: ([type = ''], model) => {
    const event = model.events.find(one => one.type === type)
    if (!event) throw new Error(`A guide shows ${type}, which is no event.`)
    return jsonCard(type, 'the event', event.media.example)
  },
  code: ([name = '']) => samplesCard(name, name, codeFiles(name)),
  json: ([name = '']) =>
    jsonCard(name, 'the document', JSON.parse(readFileSync(join(FOLDER, 'code', `${name}.json`), 'utf8'))),
}

function part(text: string, model: Model): Markup {
  const [name, ...words] = text.startsWith('::') ? text.slice(2).split(' ') : []
  if (name === undefined) return block(text, model)
  const put = DIRECTIVES[name]
  if (!put) throw new Error(`A guide has a line ::${name}, which means nothing.`)
  return put(words, model)
}

function seeAlso({ about }: Guide, model: Model): Markup | undefined {
  const links = about.map(name => {
    const href = nameLinks(model).get(name)
    if (href === undefined) throw new Error(`A guide is about ${name}, which does not exist.`)
    return h('li', h('a', { href }, h('code', name)))
  })
  return links.length === 0 ? undefined : section('reference', 'In the reference', h('ul.see-also', links))
}

function contentOf(guide: Guide, model: Model): Child {
  const { lead, parts } = sectionsOf(guide.text)
  const blocks = (text: string) => blocksOf(text).map(one => part(one, model))
  const opening = blocks(lead)
  return [
    pageHead(guide.title, h('p.lead', inline(guide.summary, model))),
    opening.length > 0 && h('div.opening', opening),
    parts.map(({ title, text }) => section(slug(title), title, blocks(text))),
    seeAlso(guide, model),
  ]
}

export const guidePage = (guide: Guide, model: Model): Page => ({
  ...{ path: pathOfGuide(guide.name), title: guide.title, parts: partsOf(guide.text) },
  content: () => contentOf(guide, model),
})
