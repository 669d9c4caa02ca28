import { Id } from '@clinic/contract/fields.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import { enqueue, inRealTime, jobKind } from '../../kernel/job-queue.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { lockOwnPlugin } from './own-plugins.ts'
import { type VersionRow, versionWith } from './own-versions.ts'
import { unmetToPublish, unmetToSubmit } from './publishing-conditions.ts'

/** Brings the installations of a plugin to the version that was just published, or has them wait for approval. */
export const pluginRollOut = inRealTime(jobKind('roll_out_plugin', { pluginId: Id, versionId: Id }))

const publish = sql<VersionRow>(`
  update plugin_version set state = 'PUBLISHED', published_at = $2 where id = $1 returning *`)
const submit = sql<VersionRow>("update plugin_version set state = 'IN_REVIEW' where id = $1 returning *")
const callReviewers = sql('select call_reviewers($1)')
/** More reviewers than that need not all be written to. */
const MOST_REVIEWERS = 20

interface Which {
  id: string
  version: string
}

/** Puts a version in force that was looked at. From then on clinics that know the plugin get it. */
export async function putInForce(tx: Tx, pluginId: string, versionId: string): Promise<VersionRow> {
  const [published] = await tx.sql(publish([versionId, tx.now]))
  if (!published) throw new Error('The version was not published.')
  tx.touched.row('plugin_version', { id: versionId }, ['state', 'published_at'])
  await enqueue(tx, pluginRollOut, { pluginId, versionId }, { key: versionId })
  return published
}

/** Publishes a version of a private plugin. */
export async function publishVersion(tx: Tx, { id, version }: Which): Promise<VersionRow> {
  const plugin = await lockOwnPlugin(tx, id)
  const row = await versionWith(tx, id, version)
  if (row.state !== 'UPLOADED') refuse('invalid_state_transition', { from: row.state, to: 'PUBLISHED' })
  const unmet = await unmetToPublish(tx, plugin, row)
  return unmet.length > 0 ? refuse('not_publishable', { unmet }) : putInForce(tx, id, row.id)
}

/** Hands a version of a listed plugin in, and calls the reviewers. */
export async function submitVersion(tx: Tx, { id, version }: Which): Promise<VersionRow> {
  const plugin = await lockOwnPlugin(tx, id)
  const row = await versionWith(tx, id, version)
  const isListed = plugin.visibility === 'LISTED'
  if (row.state !== 'UPLOADED' || !isListed)
    refuse('invalid_state_transition', { from: isListed ? row.state : plugin.visibility, to: 'IN_REVIEW' })
  const unmet = await unmetToSubmit(tx, plugin, row)
  if (unmet.length > 0) return refuse('not_publishable', { unmet })
  const [submitted] = await tx.sql(submit([row.id]))
  if (!submitted) throw new Error('The version was not handed in.')
  tx.touched.row('plugin_version', { id: row.id }, ['state'])
  const submitted_by = `${tx.caller.kind} ${tx.caller.id}`
  await tx.insert('plugin_review', { id: newId('rev', Date.parse(tx.now)), version_id: row.id, submitted_by })
  await tx.sql(callReviewers([Array.from({ length: MOST_REVIEWERS }, () => newId('sml'))]))
  return submitted
}
