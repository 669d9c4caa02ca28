import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { blocks, fence, joined, json, tabs } from './markdown.ts'
import type { Model } from './model.ts'
import { sampleTabs } from './operation.ts'
import { nameLinks } from './places.ts'
import type { Page } from './reference.ts'
import { LANGUAGES, type Language, samplesOf } from './samples/samples.ts'

export const PAGES = join(import.meta.dirname, '../../pages')
export const CODE = join(PAGES, 'code')

/** What a page says in numbers comes from what decides it, so that nothing is said twice. */
export type Facts = Readonly<Record<string, string>>

/** A page that people wrote, as it lies there. */
export interface Written {
  /** Below /docs: `guides/webhooks`. */
  readonly path: string
  readonly title: string
  readonly summary: string
  /** The operations, events, errors and scopes that it is about. */
  readonly about: readonly string[]
  /** Markdown, with lines such as `::sample listPatients` where code is put in. */
  readonly text: string
}

const headOf = (head: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...head.matchAll(/^(\w+): (.*)$/gm)].map(([, name, value]) => [name, value]))

function filled(text: string, facts: Facts): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const fact = facts[name]
    if (fact === undefined) throw new Error(`A page asks for ${name}, and nothing says how much that is.`)
    return fact
  })
}

export function readWritten(path: string, source: string, facts: Facts): Written {
  const [, head = '', text = ''] = source.split(/^---$/m)
  const { title = '', summary = '', about = '' } = headOf(head)
  const names = about.split(', ').filter(Boolean)
  return { path, title, summary: filled(summary, facts), about: names, text: filled(text, facts) }
}

export function readPages(facts: Facts): Written[] {
  const names = readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
  const files = names.filter(name => name.endsWith('.md')).sort()
  return files.map(file => readWritten(file.replace(/\.md$/, ''), readFileSync(join(PAGES, file), 'utf8'), facts))
}

const ENDINGS: Readonly<Record<string, Language>> = { sh: 'curl', ts: 'typescript', py: 'python' }

/** Code of a page that is kept as files, which tests run: one for each language. */
function codeFiles(name: string): string[] {
  const files = readdirSync(CODE).filter(file => file.split('.')[0] === name)
  return Object.entries(ENDINGS).flatMap(([ending, language]) =>
    files.includes(`${name}.${ending}`)
      ? [fence(ending, readFileSync(join(CODE, `${name}.${ending}`), 'utf8').trimEnd(), LANGUAGES[language])]
      : [],
  )
}

type Put = (words: readonly string[], model: Model) => string

/** What a line such as `::sample listPatients updatedAfter` puts in its place. */
const DIRECTIVES: Readonly<Record<string, Put>> = {
  sample: ([id = '', ...also], model) => {
    const operation = model.operations.find(({ operationId }) => operationId === id)
    if (!operation) throw new Error(`A page shows ${id}, which is no operation.`)
    return sampleTabs(samplesOf(model.server, operation, also))
  },
  event: ([type = ''], model) => {
    const event = model.events.find(one => one.type === type)
    if (!event) throw new Error(`A page shows ${type}, which is no event.`)
    return json(event.media.example, type)
  },
  code: ([name = '']) => tabs(codeFiles(name)),
  json: ([name = '']) => fence('json', readFileSync(join(CODE, `${name}.json`), 'utf8').trimEnd(), `${name}.json`),
}

function directive(line: string, model: Model): string {
  const [name = '', ...words] = line.slice(2).split(' ')
  const put = DIRECTIVES[name]
  if (!put) throw new Error(`A page has a line ::${name}, which means nothing.`)
  return put(words, model)
}

/** What a fence says of how it is tried (see fences.ts) is for the tests alone. */
const untold = (text: string): string => text.replaceAll(/^(```\w+) (?:run|output|check|show)\b.*$/gm, '$1')

/** The code is put in last: nothing in it is running text. */
const whole = (text: string, model: Model): string =>
  blocks(untold(text), model).replaceAll(/^::(?!:).*$/gm, line => directive(line, model))

const SEE_ALSO = { en: 'In the reference', ar: 'في المرجع' } as const

function seeAlso({ about, path }: Written, model: Model): string | undefined {
  const links = about.map(name => {
    const href = nameLinks(model).get(name)
    if (href === undefined) throw new Error(`A page is about ${name}, which does not exist.`)
    return `[\`${name}\`](${href})`
  })
  return links.length === 0 ? undefined : `## ${SEE_ALSO[path.startsWith('ar/') ? 'ar' : 'en']}\n\n${links.join(', ')}`
}

/** The page with everything that it shows. */
export const writtenPage = (page: Written, model: Model): Page => ({
  ...{ path: page.path, title: page.title, summary: page.summary },
  text: joined(whole(page.text.trim(), model), seeAlso(page, model)),
})
