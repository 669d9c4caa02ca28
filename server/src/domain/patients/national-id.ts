import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { foldForSearch } from '../../kernel/values/fold-for-search.ts'
import type { SecretBox } from '../../kernel/values/secret-box.ts'
import type { StoredNationalId } from './patient-file.ts'

/** What a sealed national id is bound to, and what the key of its MAC is for. */
export const nationalIdPurpose = (companyId: string): string => `national id ${companyId}`

/** As it is compared: in whatever digits and however spaced it was typed. */
const compared = (number: string): string => foldForSearch(number).replace(/[\s-]/g, '')

export const nationalIdMac = (box: SecretBox, companyId: string, number: string): string =>
  box.mac(compared(number), nationalIdPurpose(companyId))

/** The columns of a national id, and of none. */
export const sealNationalId = (box: SecretBox, companyId: string, number: string | null) => ({
  national_id: null,
  national_id_sealed: number === null ? null : box.seal(number, nationalIdPurpose(companyId)),
  national_id_mac: number === null ? null : nationalIdMac(box, companyId, number),
})

export const hasNationalId = ({ national_id, national_id_sealed }: StoredNationalId): boolean =>
  national_id !== null || national_id_sealed !== null

/** What is in clear was written after what is sealed, by a process from before: sealing empties it. */
export function nationalIdOf(
  { box, clinic }: Pick<Tx, 'box' | 'clinic'>,
  { national_id, national_id_sealed: sealed }: StoredNationalId,
): string | null {
  if (national_id !== null || sealed === null) return national_id
  return box.open(sealed, nationalIdPurpose(clinic.id)).toString()
}

/** The columns that change where this number is wanted of the patient: none where it is that already. */
export const nationalIdChanges = (tx: Tx, before: StoredNationalId, wanted: string | null | undefined) =>
  wanted === undefined || wanted === nationalIdOf(tx, before) ? {} : sealNationalId(tx.box, tx.clinic.id, wanted)

/** The patient with the number in clear, opened for callers alone who may see it. */
export const identified = <Patient extends StoredNationalId>(tx: Tx, patient: Patient): Patient => ({
  ...patient,
  national_id: tx.caller.holds('patients:read.pii') ? nationalIdOf(tx, patient) : null,
})

const ofMacs = sql<{ id: string }>(`
  select id from patient where company_id = $1 and national_id_mac = any($2) and deleted_at is null`)

/** What the number may lie there as: by any of the keys. */
export const nationalIdMacs = (tx: Tx, number: string): string[] =>
  tx.box.macs(compared(number), nationalIdPurpose(tx.clinic.id))

/** The patients with this national id, which is given whole. */
export async function patientsOfNationalId(tx: Tx, number: string): Promise<string[]> {
  if (!/\p{Nd}/u.test(number)) return []
  const macs = nationalIdMacs(tx, number)
  const rows = await tx.sql(ofMacs([tx.clinic.id, macs]))
  return rows.map(({ id }) => id)
}
