import { sql } from '../../db/statement.ts'
import { changeClinic } from '../../kernel/change-clinic.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'

interface SecondFactorRule {
  secondFactorRequired: boolean
  version: number
}

const read = sql<SecondFactorRule>(`
  select second_factor_required as "secondFactorRequired", version from clinic where company_id = $1`)

/** Whether the clinic asks every login for a second factor. */
export async function secondFactorRule(tx: Tx): Promise<SecondFactorRule> {
  const [rule] = await tx.sql(read([tx.clinic.id]))
  return rule ?? refuse('not_found', { resource: 'clinic' })
}

/** Says whether the clinic asks for one. Sessions and connections without are out of it with their next request. */
export async function askForSecondFactor(tx: Tx, required: boolean): Promise<SecondFactorRule> {
  // The person who asks everybody for one would otherwise be out with the next request.
  if (required && !tx.caller.person?.secondFactorAt) refuse('second_factor_required')
  const clinic = await changeClinic(tx, { second_factor_required: required })
  return { secondFactorRequired: clinic.second_factor_required, version: clinic.version }
}
