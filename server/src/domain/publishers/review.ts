import type { Input } from '@clinic/contract/kernel.ts'
import type { decideReview as declared } from '@clinic/contract/platform/reviews.ts'
import semver from 'semver'
import { sql } from '../../db/statement.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { stripControl } from '../../kernel/values/strip-control.ts'
import { findNewestOfPlugin } from '../plugins/plugin-version.ts'
import { putInForce } from './publish-version.ts'

/** A version that waits for a reviewer. */
export interface WaitingVersion {
  id: string
  plugin_id: string
  company_id: string
  slug: string
  version: string
  manifest: unknown
  publisher_id: string
  publisher_name: string
  publisher_name_ar: string | null
  verified_host: string | null
  icon_name: string | null
  notes: string | null
  exam_id: string | null
  review_id: string
  submitted_at: string
}

const WAITING = `
  select v.id, v.plugin_id, review.company_id, plugin.slug, v.version, v.manifest, publisher.id as publisher_id,
    publisher.name as publisher_name, publisher.name_ar as publisher_name_ar, publisher.verified_host, plugin.icon_name,
    v.notes, v.exam_id, review.id as review_id, review.created_at as submitted_at
  from plugin_review review
  join plugin_version v on v.id = review.version_id and v.state = 'IN_REVIEW'
  join plugin on plugin.id = v.plugin_id
  join publisher on publisher.company_id = review.company_id
  where review.decision is null`
const all = sql<WaitingVersion>(`${WAITING} order by review.created_at, review.id limit 200`)
const withId = sql<WaitingVersion>(`${WAITING} and v.id = $1`)
/** Of those that wait alone: row-level security shows reviewers no other to change. */
const lock = sql<{ id: string }>('select id from plugin_version where id = $1 for no key update')
const stateOf = sql<{ state: string }>('select state from plugin_version where id = $1')
const reject = sql("update plugin_version set state = 'REJECTED' where id = $1 and state = 'IN_REVIEW'")
const decide = sql(`
  update plugin_review
  set decision = $3, reason_en = $4, reason_ar = $5, decided_by = $6, decided_at = $7, updated_at = $7
  where company_id = $1 and id = $2`)
const isOwn = sql<{ own: boolean }>('select belongs_to_publisher($1, $2) as own')
const mail = sql("select mail_publisher($1, $2, 'plugin_reviewed', $3)")

/** The versions that wait, the oldest first. */
export const waitingVersions = (tx: Tx): Promise<WaitingVersion[]> => tx.sql(all([]))

/** One of them, or 404. */
export async function waitingVersion(tx: Tx, id: string): Promise<WaitingVersion> {
  const [row] = await tx.sql(withId([id]))
  return row ?? refuse('not_found', { resource: 'plugin_version' })
}

const plain = (text: string | undefined): string | null => stripControl(text ?? '').trim() || null
const REASON = { path: '/reason', code: 'required', message: 'is required where a version is rejected' }

/** Publishes a version that waits, or rejects it; its publisher is written to. No reviewer decides about their own. */
export async function decideReview(
  tx: Tx,
  { id, decision, reason }: Input<typeof declared>,
): Promise<{ id: string; state: 'PUBLISHED' | 'REJECTED' }> {
  const [en, ar] = [plain(reason?.en), plain(reason?.ar)]
  if (decision === 'REJECTED' && en === null) refuseInput(REASON)
  const waiting = await lockWaiting(tx, id, decision)
  const [{ own } = { own: false }] = await tx.sql(isOwn([tx.caller.id, waiting.company_id]))
  if (own) refuse('not_permitted', { permission: 'REVIEWER' })
  if (decision === 'APPROVED') await requireAbove(tx, waiting)
  await tx.sql(decide([waiting.company_id, waiting.review_id, decision, en, ar, tx.caller.id, tx.now]))
  if (decision === 'APPROVED') await putInForce(tx, waiting.plugin_id, id)
  else await tx.sql(reject([id]))
  tx.touched.row('plugin_version', { id }, ['state'])
  const facts = { slug: waiting.slug, version: waiting.version, decision, reasonEn: en, reasonAr: ar }
  await tx.sql(mail([waiting.company_id, newId('oml'), JSON.stringify(facts)]))
  return { id, state: decision === 'APPROVED' ? 'PUBLISHED' : 'REJECTED' }
}

/** A version that waits, which no other reviewer decides about or withdraws until the transaction ends. */
async function lockWaiting(tx: Tx, id: string, to: string): Promise<WaitingVersion> {
  const [locked] = await tx.sql(lock([id]))
  if (locked) return waitingVersion(tx, id)
  const [found] = await tx.sql(stateOf([id]))
  return found
    ? refuse('invalid_state_transition', { from: found.state, to })
    : refuse('not_found', { resource: 'plugin_version' })
}

/** What was published meanwhile is not overtaken from below. */
async function requireAbove(tx: Tx, { plugin_id, version }: WaitingVersion): Promise<void> {
  const last = await findNewestOfPlugin(tx, plugin_id)
  if (last && !semver.gt(version, last.version)) refuse('not_publishable', { unmet: ['number'] })
}
