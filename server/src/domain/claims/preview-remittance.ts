import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { ClaimItemRow } from './claim-items.ts'
import { isOver, type RemittanceLine, receivedOf } from './remittance-lines.ts'

const itemsOf = sql<ClaimItemRow>(`
  select item.* from claim_item item
  join claim on claim.company_id = item.company_id and claim.id = item.claim_id
  where item.company_id = $1 and item.invoice_id = any($2) and claim.insurance_company_id = $3`)

/** What the lines come to as far as they are entered, and which of them say more than is left of their invoice. */
export async function previewRemittance(
  tx: Tx,
  {
    insuranceCompanyId,
    totalMinor,
    lines,
  }: { insuranceCompanyId: string; totalMinor: number; lines: RemittanceLine[] },
) {
  await tx.get('insurance_company', insuranceCompanyId)
  const ids = lines.map(({ invoiceId }) => invoiceId)
  const items = new Map(
    (await tx.sql(itemsOf([tx.clinic.id, ids, insuranceCompanyId]))).map(item => [item.invoice_id, item]),
  )
  const over = lines.flatMap(line => {
    const item = items.get(line.invoiceId)
    return item && isOver(item, line) ? [item] : []
  })
  const receivedMinor = receivedOf(lines)
  return { receivedMinor, differenceMinor: totalMinor - receivedMinor, over }
}
