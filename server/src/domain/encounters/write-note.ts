import type { Input } from '@clinic/contract/kernel.ts'
import type { saveEncounterDraft, takeVitals as vitalsDeclared } from '@clinic/contract/staff/encounters.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { columnsOf } from '../../kernel/columns.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { EncounterRow } from './encounter.ts'
import type { DraftRow } from './encounter-note.ts'
import { takeMeasurement } from './take-measurement.ts'

/** The encounter, locked, as long as its note is a draft. */
export async function lockUnsigned(tx: Tx, id: string, to: string): Promise<EncounterRow> {
  const encounter = await tx.lock('encounter', id)
  if (encounter.signed_at !== null) refuse('invalid_state_transition', { from: 'SIGNED', to })
  return encounter
}

/** Saves what is given of a note that is not signed. No event tells of it. */
export async function saveDraft(tx: Tx, { id, ...texts }: Input<typeof saveEncounterDraft>): Promise<DraftRow> {
  await lockUnsigned(tx, id, 'DRAFT')
  return changeRecord(tx, 'encounter_draft', await tx.lock('encounter_draft', id), columnsOf(texts))
}

/** Takes what was measured at an encounter, each name once. No event tells of it, unlike of what plugins measure. */
export async function takeVitals(tx: Tx, { id, values }: Input<typeof vitalsDeclared>): Promise<EncounterRow> {
  const names = values.map(({ name }) => name)
  const again = names.findIndex((name, index) => names.indexOf(name) !== index)
  if (again >= 0) refuseInput({ path: `/values/${again}/name`, code: 'duplicate', message: 'must not come twice' })
  await lockUnsigned(tx, id, 'MEASURED')
  for (const { name, value } of values) await takeMeasurement(tx, { encounterId: id, name, value })
  return tx.get('encounter', id)
}
