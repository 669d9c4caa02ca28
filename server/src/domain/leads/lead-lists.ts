import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'

/** What the clinic says of its leads: where they come from and why they are lost. */

const named = (tx: Tx, prefix: string, name: string) => ({ id: newId(prefix, Date.parse(tx.now)), name })

export const addReferralSource = (tx: Tx, name: string) => tx.insert('referral_source', named(tx, 'rfs', name))

export const addReferralSubSource = (tx: Tx, sourceId: string, name: string) =>
  tx.insert('referral_sub_source', { ...named(tx, 'rss', name), source_id: sourceId })

export const addRejectReason = (tx: Tx, name: string) => tx.insert('lead_reject_reason', named(tx, 'rjr', name))
