import { hash } from 'node:crypto'
import { canonicalJson } from '@clinic/contract/canonical-json.ts'
import type { Issue } from '@clinic/contract/errors.ts'
import { type Manifest, validateManifest } from '@clinic/contract/manifest.ts'
import semver from 'semver'
import { sql } from '../../db/statement.ts'
import { Refusal, refuseInput } from '../../kernel/errors.ts'
import { addRecord } from '../../kernel/record-statements.ts'
import type { PlatformTx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { isManifest, newestOfPlugin, publishedVersion } from './plugin-version.ts'
import { matchesPattern } from './setting-pattern.ts'

interface Publication {
  pluginId: string
  slug: string
  version: string
  manifestHash: string
  /** False when this very manifest had been published as this version before. */
  isNew: boolean
}

const lockSlug = sql("select pg_advisory_xact_lock(hashtextextended('publish ' || $1, 0))")
const pluginOfSlug = sql<{ id: string; publisher_id: string | null }>(
  'select id, publisher_id from plugin where slug = $1',
)

/** SHA-256 of the manifest's canonical JSON, hexadecimal. */
export const manifestHashOf = (manifest: Manifest): string => hash('sha256', canonicalJson(manifest), 'hex')

const wrongVersion = (code: string, message: string): Issue => ({ path: 'version', code, message })

/** Semantic Versioning 2.0.0 without build metadata, which says nothing of order. */
const versionIssues = (version: string): Issue[] =>
  semver.valid(version) === version ? [] : [wrongVersion('format', 'must be a semantic version such as 1.4.0')]

/** The manifest, or one refusal with every problem; paths point into the manifest. */
export function checkedManifest(manifest: unknown, version: string): Manifest {
  const issues = [...versionIssues(version), ...validateManifest(manifest, matchesPattern)]
  if (issues.length > 0 || !isManifest(manifest)) throw new Refusal('validation_failed', { issues })
  return manifest
}

/**
 * Publishes a version of a plugin, the first one creates the plugin. The same manifest again changes nothing; another
 * one under a published version, or a version below the newest, is refused. Installations are not touched.
 */
export async function publishPlugin(
  tx: PlatformTx,
  input: { manifest: unknown; version: string },
): Promise<Publication> {
  const { version } = input
  const manifest = checkedManifest(input.manifest, version)
  const { slug } = manifest.plugin
  const manifestHash = manifestHashOf(manifest)
  await tx.sql(lockSlug([slug]))
  const same = await publishedVersion(tx, slug, version)
  if (same && same.manifestHash !== manifestHash)
    return refuseInput(wrongVersion('not_unique', 'was published before with another manifest'))
  if (same) return { pluginId: same.pluginId, slug, version, manifestHash, isNew: false }
  const pluginId = await pluginFor(tx, slug, version)
  const id = newId('plv', Date.parse(tx.now))
  const values = { id, plugin_id: pluginId, version, manifest, manifest_hash: manifestHash, published_at: tx.now }
  await tx.sql(addRecord('plugin_version', values))
  return { pluginId, slug, version, manifestHash, isNew: true }
}

/** The id of the plugin, made now if this is its first version; refuses a version that is not above the newest. */
async function pluginFor(tx: PlatformTx, slug: string, version: string): Promise<string> {
  const [plugin] = await tx.sql(pluginOfSlug([slug]))
  if (!plugin) {
    const id = newId('plu', Date.parse(tx.now))
    await tx.sql(addRecord('plugin', { id, slug, created_at: tx.now }))
    return id
  }
  if (plugin.publisher_id !== null) return refuseInput(OF_A_PUBLISHER)
  const newest = await newestOfPlugin(tx, plugin.id)
  if (semver.gt(version, newest.version)) return plugin.id
  return refuseInput(wrongVersion('too_small', `must be above ${newest.version}, the newest`))
}

const OF_A_PUBLISHER: Issue = {
  path: '/plugin/slug',
  code: 'not_unique',
  message: 'is the slug of a publisher, who publishes it',
}
