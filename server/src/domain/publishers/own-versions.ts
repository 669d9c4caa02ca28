import type { Input } from '@clinic/contract/kernel.ts'
import type { uploadVersion as declared, UnmetCondition } from '@clinic/contract/publisher/versions.ts'
import semver from 'semver'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import { insertRecord } from '../../kernel/record-statements.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { stripControl } from '../../kernel/values/strip-control.ts'
import { findNewestOfPlugin, isManifest } from '../plugins/plugin-version.ts'
import { checkedManifest, manifestHashOf } from '../plugins/publish-plugin.ts'
import { decisionAbout, type ReviewRow } from './decision.ts'
import { lockOwnPlugin, type OwnPlugin, ownPlugin } from './own-plugins.ts'
import { unmetOfVersion } from './publishing-conditions.ts'
import { type Granted, versionDifference } from './version-difference.ts'

export type VersionRow = TableRow<'plugin_version'>

/** A version with what it changes. */
export interface WholeVersion {
  row: VersionRow
  difference: ReturnType<typeof versionDifference>
  unmet: UnmetCondition[]
  review: ReviewRow | undefined
}

const newestFirst = sql<VersionRow>(
  'select * from plugin_version where plugin_id = $1 order by uploaded_at desc, id desc',
)
const withNumber = sql<VersionRow>('select * from plugin_version where plugin_id = $1 and version = $2')
const grants = sql<Granted>('select granted_scopes, granted_events, installations from grants_of_own_plugin($1)')
const move = sql<VersionRow>("update plugin_version set state = 'WITHDRAWN' where id = $1 returning *")

/** The versions of a publisher's plugin, newest first. */
export async function versionsOf(tx: Tx, pluginId: string): Promise<VersionRow[]> {
  await ownPlugin(tx, pluginId)
  return tx.sql(newestFirst([pluginId]))
}

/** A version of a publisher's plugin by its number, or 404. */
export async function versionWith(tx: Tx, pluginId: string, version: string): Promise<VersionRow> {
  const [row] = await tx.sql(withNumber([pluginId, version]))
  return row ?? refuse('not_found', { resource: 'plugin_version' })
}

/** What a version changes against the one published last. */
export async function differenceOf(
  tx: Tx,
  { id, plugin_id, manifest }: Pick<VersionRow, 'id' | 'plugin_id' | 'manifest'>,
) {
  if (!isManifest(manifest)) throw new Error(`Plugin version ${id} holds no manifest of version 1.`)
  return versionDifference(await findNewestOfPlugin(tx, plugin_id), manifest, await tx.sql(grants([plugin_id])))
}

async function whole(tx: Tx, plugin: OwnPlugin, row: VersionRow): Promise<WholeVersion> {
  const unmet = row.state === 'UPLOADED' ? await unmetOfVersion(tx, plugin, row) : []
  return { row, difference: await differenceOf(tx, row), unmet, review: await decisionAbout(tx, row.id) }
}

/** A version with its difference from the one published last. */
export async function wholeVersion(tx: Tx, { id, version }: { id: string; version: string }): Promise<WholeVersion> {
  const plugin = await ownPlugin(tx, id)
  return whole(tx, plugin, await versionWith(tx, id, version))
}

/** Takes a version in, or refuses it with all of its problems; paths point into the manifest. */
export async function uploadVersion(
  tx: Tx,
  { id, version, manifest: document, notes }: Input<typeof declared>,
): Promise<WholeVersion> {
  const manifest = checkedManifest(document, version)
  const plugin = await lockOwnPlugin(tx, id)
  if (manifest.plugin.slug !== plugin.slug) refuseInput(otherSlug(plugin.slug))
  const [same] = await tx.sql(withNumber([id, version]))
  if (same) refuseInput({ path: 'version', code: 'not_unique', message: 'was used before; no number is used again' })
  const { published_version: last } = plugin
  if (last !== null && !semver.gt(version, last))
    refuseInput({ path: 'version', code: 'too_small', message: `must be above ${last}, which is published` })
  const values = {
    ...{ id: newId('plv', Date.parse(tx.now)), plugin_id: id, version, manifest },
    ...{ manifest_hash: manifestHashOf(manifest), state: 'UPLOADED', uploaded_at: tx.now, published_at: null },
    notes: notes === undefined ? null : stripControl(notes),
  }
  const [row] = await tx.sql(insertRecord('plugin_version', values))
  if (!row) throw new Error('The version was not stored.')
  tx.touched.row('plugin_version', { id: row.id }, [])
  return whole(tx, plugin, row)
}

const otherSlug = (slug: string) => ({ path: '/plugin/slug', code: 'const', message: `must be ${slug}` })

/** Withdraws a version that is not published; its number stays taken. */
export async function withdrawVersion(tx: Tx, { id, version }: { id: string; version: string }): Promise<VersionRow> {
  await lockOwnPlugin(tx, id)
  const row = await versionWith(tx, id, version)
  if (row.state !== 'UPLOADED' && row.state !== 'IN_REVIEW')
    refuse('invalid_state_transition', { from: row.state, to: 'WITHDRAWN' })
  const [moved] = await tx.sql(move([row.id]))
  if (!moved) throw new Error('The version was not withdrawn.')
  tx.touched.row('plugin_version', { id: row.id }, ['state'])
  return moved
}
