import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'

const stillToCome = sql<{ coming_visits: number; open_invoices: number }>(`
  select
    (select count(*)::integer from appointment where company_id = $1 and patient_id = $2 and ends_at > $3
      and status not in ('CANCELED', 'NOSHOW', 'COMPLETED')) as coming_visits,
    (select count(*)::integer from invoice where company_id = $1 and patient_id = $2 and pending_minor > 0) as open_invoices`)

/** Refuses to put a file away that is still needed: for visits to come, and unless told for what is to be paid. */
export async function requireSettled(tx: Tx, patientId: string, { money }: { money: boolean }): Promise<void> {
  const [found] = await tx.sql(stillToCome([tx.clinic.id, patientId, tx.now]))
  const { coming_visits: comingVisits = 0, open_invoices: openInvoices = 0 } = found ?? {}
  if (comingVisits === 0 && (!money || openInvoices === 0)) return
  refuse('in_use', money ? { comingVisits, openInvoices } : { comingVisits })
}
