import { Id } from '@clinic/contract/fields.ts'
import type { Manifest } from '@clinic/contract/manifest.ts'
import type { UnmetCondition } from '@clinic/contract/publisher/versions.ts'
import semver from 'semver'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import { enqueue, inRealTime, jobKind } from '../../kernel/job-queue.ts'
import type { Tx } from '../../kernel/tx.ts'
import { isManifest } from '../plugins/plugin-version.ts'
import { lockOwnPlugin, type OwnPlugin } from './own-plugins.ts'
import { type VersionRow, versionWith } from './own-versions.ts'
import { currentPublisher } from './publishers.ts'

/** Brings the installations of a plugin to the version that was just published, or has them wait for approval. */
export const pluginRollOut = inRealTime(jobKind('roll_out_plugin', { pluginId: Id, versionId: Id }))

const publish = sql<VersionRow>(`
  update plugin_version set state = 'PUBLISHED', published_at = $2 where id = $1 returning *`)

/** Publishes a version of a private plugin. From then on clinics that know the plugin get it. */
export async function publishVersion(tx: Tx, { id, version }: { id: string; version: string }): Promise<VersionRow> {
  const plugin = await lockOwnPlugin(tx, id)
  const row = await versionWith(tx, id, version)
  if (row.state !== 'UPLOADED') refuse('invalid_state_transition', { from: row.state, to: 'PUBLISHED' })
  if (!isManifest(row.manifest)) throw new Error(`Plugin version ${row.id} holds no manifest of version 1.`)
  const unmet = await unmetConditions(tx, plugin, version, row.manifest)
  if (unmet.length > 0) refuse('not_publishable', { unmet })
  const [published] = await tx.sql(publish([row.id, tx.now]))
  if (!published) throw new Error('The version was not published.')
  tx.touched.row('plugin_version', { id: row.id }, ['state', 'published_at'])
  await enqueue(tx, pluginRollOut, { pluginId: id, versionId: row.id }, { key: row.id })
  return published
}

/** All that keeps a version from being published. */
async function unmetConditions(
  tx: Tx,
  { visibility, published_version: last }: OwnPlugin,
  version: string,
  { plugin }: Manifest,
): Promise<UnmetCondition[]> {
  const publisher = await currentPublisher(tx)
  const conditions: readonly [UnmetCondition, boolean][] = [
    ['developer_name', plugin.developerName === publisher.name],
    ['host_verified', publisher.verified_host !== null],
    ['second_factor', await hasSecondFactor(tx)],
    ['number', last === null || semver.gt(version, last)],
    // What every clinic finds was looked at by people first.
    ['review', visibility === 'PRIVATE'],
  ]
  return conditions.flatMap(([name, isMet]) => (isMet ? [] : [name]))
}

/** Whether the login that acts, or that has made the key, had proved a second factor. */
async function hasSecondFactor(tx: Tx): Promise<boolean> {
  if (tx.caller.kind === 'publisher') return (await tx.get('publisher_key', tx.caller.id)).second_factor
  return (tx.caller.person?.secondFactorAt ?? null) !== null
}
