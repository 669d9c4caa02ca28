import type { Tx } from '../../kernel/tx.ts'
import type { PrescriptionRow } from './prescription.ts'

/** Records that the patient has opened the prescription. */
export async function seePrescription(tx: Tx, { id }: { id: string }): Promise<PrescriptionRow> {
  const before = await tx.lock('prescription', id)
  return before.seen ? before : tx.update('prescription', id, { seen: true })
}
