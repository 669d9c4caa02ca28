import type { Input } from '@clinic/contract/kernel.ts'
import type { addEncounterAddendum } from '@clinic/contract/staff/encounters.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { sign } from '../signatures/signature.ts'
import { freezeDocument } from '../signatures/signed-document.ts'
import type { EncounterRow } from './encounter.ts'
import { textsOf } from './encounter-note.ts'
import { noteDocument } from './note-document.ts'
import { lockUnsigned } from './write-note.ts'

/** Whether the member who asks is the doctor of the encounter. */
export const isItsDoctor = ({ caller }: Tx, { doctor_id }: Pick<EncounterRow, 'doctor_id'>): boolean =>
  doctor_id !== null && doctor_id === caller.person?.practitionerId

function requireItsDoctor(tx: Tx, encounter: EncounterRow): void {
  if (!isItsDoctor(tx, encounter)) refuse('not_permitted', { permission: 'encounters:write', reason: 'its_doctor' })
}

/**
 * Signs a note, which stands from then on: it is read by plugins and assistants, what was signed is kept to the byte, and
 * nothing of it changes any more.
 */
export async function signNote(tx: Tx, { id }: { id: string }): Promise<EncounterRow> {
  const encounter = await lockUnsigned(tx, id, 'SIGNED')
  requireItsDoctor(tx, encounter)
  const texts = textsOf(await tx.lock('encounter_draft', id))
  const person = tx.caller.person ?? refuse('not_permitted')
  const document = await freezeDocument(tx, {
    ...{ subjectKind: 'ENCOUNTER', subjectId: id, patientId: encounter.patient_id },
    html: await noteDocument(tx, encounter, texts),
  })
  await sign(tx, document, {
    ...{ name: person.name, role: 'DOCTOR', address: person.address, userAgent: null, userId: tx.caller.id },
  })
  return tx.update('encounter', id, { ...texts, signed_at: tx.now, signed_by_id: tx.caller.id })
}

/** Adds to a note that is signed. Plugins read it behind the clinical notes, as what was added when and by whom. */
export async function addAddendum(tx: Tx, { id, text }: Input<typeof addEncounterAddendum>): Promise<EncounterRow> {
  const encounter = await tx.lock('encounter', id)
  if (encounter.signed_at === null) refuse('invalid_state_transition', { from: 'DRAFT', to: 'ADDED' })
  requireItsDoctor(tx, encounter)
  await tx.insert('encounter_addendum', {
    ...{ id: newId('ead', Date.parse(tx.now)), encounter_id: id, patient_id: encounter.patient_id },
    ...{ text, added_by: `${tx.caller.kind} ${tx.caller.id}` },
  })
  const told = `[${tx.now.slice(0, 16).replace('T', ' ')} UTC, ${tx.caller.person?.name ?? ''}] ${text}`
  return tx.update('encounter', id, {
    addenda: encounter.addenda === null ? told : `${encounter.addenda}\n\n${told}`,
  })
}
