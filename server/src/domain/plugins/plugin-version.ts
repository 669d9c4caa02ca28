import { type Manifest, manifestSchemaV1 } from '@clinic/contract/manifest.ts'
import { type Validator, validator } from '@clinic/contract/validate.ts'
import { type Statement, sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { PlatformTx } from '../../kernel/tx.ts'

/** One version of a plugin. Its manifest never changes. */
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
  select v.id, v.plugin_id as "pluginId", p.slug, v.version, v.manifest, v.manifest_hash as "manifestHash"
  from plugin_version v join plugin p on p.id = v.plugin_id`
const NEWEST = "and v.state = 'PUBLISHED' order by v.published_at desc, v.id desc limit 1"
const newestOfSlug = sql<VersionRow>(`${VERSION} where p.slug = $1 ${NEWEST}`)
const newestOfId = sql<VersionRow>(`${VERSION} where p.id = $1 ${NEWEST}`)
const withId = sql<VersionRow>(`${VERSION} where v.id = $1`)
const withNumber = sql<VersionRow>(`${VERSION} where p.slug = $1 and v.version = $2 and v.state = 'PUBLISHED'`)

/** A version as it is stored. */
export type VersionRow = Omit<PluginVersion, 'manifest'> & { manifest: unknown }

async function find(tx: PlatformTx, statement: Statement<VersionRow>): Promise<PluginVersion | undefined> {
  const [row] = await tx.sql(statement)
  return row && versionOf(row)
}

/** What is stored is a manifest: it was checked before it was published. */
export function versionOf({ manifest, ...version }: VersionRow): PluginVersion {
  if (!isManifest(manifest)) throw new Error(`Plugin version ${version.id} holds no manifest of version 1.`)
  return { ...version, manifest }
}

/** The newest published version of the plugin with this slug, or 404. Versions are published in ascending order. */
export const newestVersion = async (tx: PlatformTx, slug: string): Promise<PluginVersion> =>
  (await find(tx, newestOfSlug([slug]))) ?? refuse('not_found', { resource: 'plugin' })

/** The newest published version of the plugin with this id, if there is one. */
export const findNewestOfPlugin = (tx: PlatformTx, pluginId: string): Promise<PluginVersion | undefined> =>
  find(tx, newestOfId([pluginId]))

/** The same, or 404. */
export const newestOfPlugin = async (tx: PlatformTx, pluginId: string): Promise<PluginVersion> =>
  (await findNewestOfPlugin(tx, pluginId)) ?? refuse('not_found', { resource: 'plugin' })

/** The version with this id. */
export const pluginVersion = async (tx: PlatformTx, id: string): Promise<PluginVersion> =>
  (await find(tx, withId([id]))) ?? refuse('not_found', { resource: 'plugin_version' })

/** The version of a plugin with this number, if it was published. */
export const publishedVersion = (tx: PlatformTx, slug: string, version: string): Promise<PluginVersion | undefined> =>
  find(tx, withNumber([slug, version]))
