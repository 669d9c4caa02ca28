import { isDeepStrictEqual } from 'node:util'
import { NotFound } from '@clinic/sdk/errors.ts'
import type { Api } from './api.ts'
import { EXIT, Failure, wrongUsage } from './failure.ts'
import { type Row, textOf } from './records.ts'

/** The name of a plugin in addresses, as its manifest says it. */
export function slugIn(manifest: Row, path: string): string {
  const slug = textOf(manifest.plugin, 'slug')
  if (slug === undefined) throw wrongUsage(`${path} names no /plugin/slug: plg lint ${path}`)
  return slug
}

/** The plugin of the publisher; where there is none yet, its slug is taken if that was asked for. */
export async function ownPlugin(api: Api, slug: string, create = false): Promise<Row> {
  const found = (await api.all('GET /plugins')).find(plugin => plugin.slug === slug)
  if (found) return found
  if (create) return api.one('POST /plugins', { slug })
  const advice = 'A slug is taken for ever: plg publish <version> --create takes it.'
  throw new Failure('no_such_plugin', EXIT.refused, `The publisher has no plugin ${slug}. ${advice}`)
}

/** Uploads a version; what was uploaded before with the same manifest is that. */
export async function uploaded(api: Api, id: unknown, version: string, manifest: Row, notes?: string): Promise<Row> {
  try {
    const before = await api.one('GET /plugins/:id/versions/:version', { id, version })
    if (isDeepStrictEqual(before.manifest, manifest)) return before
    throw new Failure(
      'number_taken',
      EXIT.refused,
      `${version} was uploaded with another manifest: give the next number.`,
    )
  } catch (error) {
    if (!(error instanceof NotFound)) throw error
    return api.one('POST /plugins/:id/versions', { id, version, manifest, notes })
  }
}
