import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { TemplateStatus } from './message-carrier.ts'

const changeStatus = sql(`
  update message_template set status = $4, updated_at = $5
  where company_id = $1 and name = $2 and language = $3 and status <> $4`)
const submitted = sql(`
  update message_template set carrier_id = $3, status = $4, updated_at = $5
  where company_id = $1 and id = $2 and carrier_id is null`)

/** Takes over what the carrier decided on a template. */
export const takeTemplateStatus = async (
  tx: Tx,
  { name, language, status }: { name: string; language: string; status: TemplateStatus },
): Promise<void> => void (await tx.sql(changeStatus([tx.clinic.id, name, language, status, tx.now])))

/** The carrier has the template; what it says of it holds until it says something else. */
export const templateSubmitted = async (
  tx: Tx,
  { id, carrierId, status }: { id: string; carrierId: string; status: TemplateStatus },
): Promise<void> => void (await tx.sql(submitted([tx.clinic.id, id, carrierId, status, tx.now])))
