import type { Database, TableRow } from '../../db/tables.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'

type Row<Table extends keyof Database> = Promise<TableRow<Table>>

/** What the clinic says of its leads: where they come from and why they are lost. */

const named = (tx: Tx, prefix: string, name: string) => ({ id: newId(prefix, Date.parse(tx.now)), name })

export const addReferralSource = (tx: Tx, name: string): Row<'referral_source'> =>
  tx.insert('referral_source', named(tx, 'rfs', name))

export const addReferralSubSource = (tx: Tx, sourceId: string, name: string): Row<'referral_sub_source'> =>
  tx.insert('referral_sub_source', { ...named(tx, 'rss', name), source_id: sourceId })

export const addRejectReason = (tx: Tx, name: string): Row<'lead_reject_reason'> =>
  tx.insert('lead_reject_reason', named(tx, 'rjr', name))

export const addLeadLink = (tx: Tx, name: string): Row<'lead_link'> => tx.insert('lead_link', named(tx, 'llk', name))
