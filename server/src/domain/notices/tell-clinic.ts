import type { NoticeKind } from '@clinic/contract/staff/notices.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'

/** Tells the people of the clinic of something that they are to look at, if the transaction commits. */
export async function tellClinic(
  tx: Tx,
  kind: NoticeKind,
  data: Readonly<Record<string, string | number>>,
): Promise<void> {
  await tx.insert('clinic_notice', { id: newId('ntc', Date.parse(tx.now)), kind, data })
}
