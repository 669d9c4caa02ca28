import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { sealNationalId } from './national-id.ts'
import type { PatientRow } from './patient-file.ts'
import { SEARCHED, searchTextOf } from './patient-search.ts'

const BATCH = 200

type Unsealed = Pick<PatientRow, 'id' | 'national_id' | (typeof SEARCHED)[number]>

const inClear = sql<Unsealed>(`
  select id, national_id, ${SEARCHED.join(', ')} from patient where company_id = $1 and national_id is not null
  order by id limit ${BATCH} for no key update skip locked`)
/** Nothing is changed that is shown: updated_at stays. */
const seal = sql(`
  update patient set national_id = null, national_id_sealed = decode(one.sealed, 'hex'), national_id_mac = one.mac,
    search_text = one.search_text
  from jsonb_to_recordset($2::jsonb) as one (id text, sealed text, mac text, search_text text)
  where patient.company_id = $1 and patient.id = one.id`)

/** Seals some of the clinic's national ids that lie in clear, and takes them out of the search. Answers how many. */
export async function sealNationalIds(tx: Tx): Promise<number> {
  const patients = await tx.sql(inClear([tx.clinic.id]))
  const sealed = patients.map(patient => {
    const columns = sealNationalId(tx.box, tx.clinic.id, patient.national_id)
    const { national_id_sealed, national_id_mac: mac } = columns
    return { id: patient.id, sealed: national_id_sealed?.toString('hex'), mac, search_text: searchTextOf(patient) }
  })
  if (sealed.length > 0) await tx.sql(seal([tx.clinic.id, JSON.stringify(sealed)]))
  return sealed.length
}
