import { sql } from '../../db/statement.ts'
import { changeClinic } from '../../kernel/change-clinic.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'

const read = sql<{ required: boolean }>('select second_factor_required as required from clinic where company_id = $1')

/** Whether the clinic asks every login for a second factor. */
export async function asksForSecondFactor(tx: Tx): Promise<boolean> {
  const [row] = await tx.sql(read([tx.clinic.id]))
  return row?.required ?? false
}

/** Says whether the clinic asks for one. Sessions and connections without are out of it with their next request. */
export async function askForSecondFactor(tx: Tx, required: boolean): Promise<void> {
  // The person who asks everybody for one would otherwise be out with the next request.
  if (required && !tx.caller.person?.secondFactorAt) refuse('second_factor_required')
  await changeClinic(tx, { second_factor_required: required })
}
