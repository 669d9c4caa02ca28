import { type Manifest, manifestSchemaV1 } from '@clinic/contract/manifest.ts'
import { type Validator, validator } from '@clinic/contract/validate.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { PlatformTx } from '../../kernel/tx.ts'

/** One published version of a plugin. It never changes. */
export interface PluginVersion {
  id: string
  pluginId: string
  slug: string
  version: string
  manifest: Manifest
  /** SHA-256 of the manifest's canonical JSON, hexadecimal. */
  manifestHash: string
}

let compiled: Validator<Manifest> | undefined

export function isManifest(value: unknown): value is Manifest {
  compiled ??= validator(manifestSchemaV1)
  return compiled.check(value)
}

const VERSION = `
  select v.id, v.plugin_id, p.slug, v.version, v.manifest, v.manifest_hash
  from plugin_version v join plugin p on p.id = v.plugin_id`
const NEWEST = 'order by v.published_at desc, v.id desc limit 1'
const newestOfSlug = sql<Row>(`${VERSION} where p.slug = $1 ${NEWEST}`)
const newestOfId = sql<Row>(`${VERSION} where p.id = $1 ${NEWEST}`)
const withId = sql<Row>(`${VERSION} where v.id = $1`)
const withNumber = sql<Row>(`${VERSION} where p.slug = $1 and v.version = $2`)

interface Row {
  id: string
  plugin_id: string
  slug: string
  version: string
  manifest: unknown
  manifest_hash: string
}

function versionOf(row: Row | undefined): PluginVersion | undefined {
  if (!row) return undefined
  const { id, plugin_id: pluginId, slug, version, manifest, manifest_hash: manifestHash } = row
  if (!isManifest(manifest)) throw new Error(`Plugin version ${id} holds no manifest of version 1.`)
  return { id, pluginId, slug, version, manifest, manifestHash }
}

/** The newest version of the plugin with this slug, or 404. Versions are published in ascending order. */
export async function newestVersion(tx: PlatformTx, slug: string): Promise<PluginVersion> {
  const [row] = await tx.sql(newestOfSlug([slug]))
  return versionOf(row) ?? refuse('not_found', { resource: 'plugin' })
}

/** The newest version of the plugin with this id. */
export async function newestOfPlugin(tx: PlatformTx, pluginId: string): Promise<PluginVersion> {
  const [row] = await tx.sql(newestOfId([pluginId]))
  return versionOf(row) ?? refuse('not_found', { resource: 'plugin' })
}

/** The version with this id. */
export async function pluginVersion(tx: PlatformTx, id: string): Promise<PluginVersion> {
  const [row] = await tx.sql(withId([id]))
  return versionOf(row) ?? refuse('not_found', { resource: 'plugin_version' })
}

/** The version of a plugin with this number, if it was published. */
export async function publishedVersion(
  tx: PlatformTx,
  slug: string,
  version: string,
): Promise<PluginVersion | undefined> {
  const [row] = await tx.sql(withNumber([slug, version]))
  return versionOf(row)
}
