import type { NoticeKind } from '@clinic/contract/staff/notices.ts'
import { sql } from '../../db/statement.ts'
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

const close = sql(`
  update clinic_notice set read_at = $5, updated_at = $5
  where company_id = $1 and kind = $2 and data->>$3 = $4 and read_at is null`)

/** What was dealt with is gone for everybody, without a person who says so. */
export const closeNoticesAbout = async (tx: Tx, kind: NoticeKind, field: string, id: string): Promise<void> =>
  void (await tx.sql(close([tx.clinic.id, kind, field, id, tx.now])))
