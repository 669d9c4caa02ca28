import { sql } from '../db/statement.ts'
import { type HeadRow, headHash } from '../domain/audit/audit-head.ts'
import { addRecord } from '../kernel/record-statements.ts'
import { newId } from '../kernel/values/ids.ts'
import { scheduledJob } from './job.ts'

const lastClosed = sql<Omit<HeadRow, 'leaves' | 'peaks'>>(`
  select last.* from clinic cross join lateral (
    select company_id, number, day, size, root, previous, sealed_at, sealed_to, closing, imported, key_id, signature
    from audit_head where company_id = clinic.company_id and closing order by number desc limit 1) as last
  order by last.company_id`)

/**
 * Sends owners the seal of the last day that is over: what lies in their mailbox no operator can change, so it holds all that
 * was sealed before it.
 */
export const mailAuditAnchors = scheduledJob('mail_audit_anchors', '0 6 * * 1', async ({ asSealer, inClinic }) => {
  for (const head of await asSealer(tx => tx.sql(lastClosed([])))) {
    const { company_id: companyId, day, number, size, key_id: key } = head
    const data = { day, number, size, root: head.root.toString('hex'), hash: headHash(head).toString('hex'), key }
    await inClinic(companyId, tx => {
      const stamps = { company_id: companyId, created_at: tx.now, updated_at: tx.now }
      const mail = { id: newId('oml', Date.parse(tx.now)), audience: 'OWNERS', template: 'audit_anchor' }
      return tx.sql(addRecord('outgoing_mail', { ...stamps, ...mail, data: JSON.stringify(data) }))
    })
  }
})
