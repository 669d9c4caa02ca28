import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { OpenApiDocument } from '@clinic/contract/openapi.ts'
import type { Described } from '../print/described.ts'
import { pluginApi } from '../print/surfaces.ts'
import { type Changes, compare } from './compare.ts'
import { promisesOf } from './promises.ts'

/** The contract as it was released last: `npm run docs:release` writes it, and nothing else does. */
export const RELEASED = join(import.meta.dirname, '../../released/openapi.generated.json')

export interface Release {
  readonly version: string
  /** The day on which it was released. */
  readonly date: string
  readonly document: Described
}

/** What promises nothing: words, examples, and how refusals look, which is the same everywhere. */
const SILENT = new Set(['description', 'example', 'examples', 'headers', 'summary'])

function bare(node: unknown, name = ''): unknown {
  if (Array.isArray(node)) return node.map(item => bare(item))
  if (!isRecord(node)) return node
  const kept = Object.entries(node).filter(
    // A field may bear any of these names.
    ([key]) => name === 'properties' || !(SILENT.has(key) || (name === 'responses' && !key.startsWith('2'))),
  )
  return Object.fromEntries(kept.map(([key, value]) => [key, bare(value, key)]))
}

const asRead = (document: OpenApiDocument): Described => JSON.parse(JSON.stringify(document))

/** The text of a release. */
export const releaseOf = (date: string, document: OpenApiDocument = pluginApi()): string =>
  `${JSON.stringify({ version: document.info.version, date, document: bare(asRead(document)) })}\n`

export const lastRelease = (): Release => JSON.parse(readFileSync(RELEASED, 'utf8'))

/** What changed since the last release. */
export const changesSince = ({ document }: Release, now: OpenApiDocument = pluginApi()): Changes =>
  compare(promisesOf(document), promisesOf(asRead(now)))

/** The changes as the changelog tells them. */
export function changeFacts(release: Release = lastRelease()): Readonly<Record<string, string>> {
  const { added } = changesSince(release)
  const told = added.map(one => `- ${one}`).join('\n')
  return { released: release.date, added: told || 'Nothing yet.' }
}
