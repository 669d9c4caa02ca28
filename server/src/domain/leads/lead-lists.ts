import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { rowsOfEach } from '../../kernel/rows-of-each.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'

/** What the clinic says of its leads: where they come from and why they are lost. */

const named = (tx: Tx, prefix: string, name: string) => ({ id: newId(prefix, Date.parse(tx.now)), name })

export const addReferralSource = (tx: Tx, name: string) => tx.insert('referral_source', named(tx, 'rfs', name))

export const addReferralSubSource = (tx: Tx, sourceId: string, name: string) =>
  tx.insert('referral_sub_source', { ...named(tx, 'rss', name), source_id: sourceId })

export const addRejectReason = (tx: Tx, name: string) => tx.insert('lead_reject_reason', named(tx, 'rjr', name))

export type SourceRow = TableRow<'referral_source'>
type SubSourceRow = TableRow<'referral_sub_source'>

const subSourcesOfAll = sql<SubSourceRow>(`
  select * from referral_sub_source where company_id = $1 and source_id = any($2) order by created_at, id`)

/** The sub-sources of each of the sources, read in one statement for all. */
export const subSourcesOf = (tx: Tx, sources: readonly SourceRow[]) =>
  rowsOfEach(tx, subSourcesOfAll, sources, ({ source_id }) => source_id)
