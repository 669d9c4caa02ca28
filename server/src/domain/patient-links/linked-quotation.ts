import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { localDate } from '../../kernel/values/zone.ts'
import { seeQuotation } from '../clinical/quotation.ts'
import { type OfferedOption, offeredOptions } from '../clinical/quotation-link.ts'
import { isLocked } from '../links/check-identity.ts'
import { type LinkState, linkState, type PatientLinkRow } from '../links/patient-link.ts'

interface Surroundings {
  birth_date: string | null
  clinic_name: string
  clinic_name_ar: string | null
  locale: string
  /** Where the clinic is asked: the branch's own number, else another branch's. */
  phone: string | null
}

/** What a link to a quotation shows. */
export interface LinkedQuotation extends Omit<Surroundings, 'birth_date'> {
  id: string
  subjectId: string
  patientId: string
  /** OPEN while one of the options can be signed. */
  state: LinkState
  asksBirthYear: boolean
  isLocked: boolean
  /** Whether a guardian signs. */
  isMinor: boolean
  options: OfferedOption[]
}

const surroundings = sql<Surroundings>(`
  select patient.birth_date, clinic.name as clinic_name, clinic.name_ar as clinic_name_ar, clinic.locale,
    (select other.phones[1] from branch as other
      where other.company_id = $1 and other.active and other.phones[1] <> ''
      order by other.id <> quotation.branch_id, other.created_at, other.id limit 1) as phone
  from quotation
  join clinic on clinic.company_id = quotation.company_id
  join patient on patient.company_id = quotation.company_id and patient.id = quotation.patient_id
  where quotation.company_id = $1 and quotation.id = $2`)

const linkTo = sql<PatientLinkRow>(`
  select * from patient_link where company_id = $1 and id = $2 and kind = 'QUOTATION'`)

const GROWN_UP = 18

/** What a link to a quotation shows, and whether it still does; nothing where it is not there. */
export async function linkedQuotation(tx: Tx, linkId: string): Promise<LinkedQuotation | undefined> {
  const [link] = await tx.sql(linkTo([tx.clinic.id, linkId]))
  const subjectId = link?.subject_id ?? ''
  const [around] = link ? await tx.sql(surroundings([tx.clinic.id, subjectId])) : []
  if (!link || !around) return undefined
  const { birth_date: born, ...shown } = around
  const options = await offeredOptions(tx, subjectId)
  const state = linkState(link, tx.now)
  return {
    ...{ ...shown, id: link.id, subjectId, patientId: link.patient_id, options },
    state: state === 'OPEN' && options.length === 0 ? 'EXPIRED' : state,
    asksBirthYear: link.asks_birth_year,
    isLocked: isLocked(link, tx.now),
    isMinor: born !== null && isMinorOn(born, localDate(Date.parse(tx.now), tx.clinic.timeZone)),
  }
}

const isMinorOn = (born: string, today: string): boolean =>
  Temporal.PlainDate.compare(Temporal.PlainDate.from(born).add({ years: GROWN_UP }), Temporal.PlainDate.from(today)) > 0

const groupSeen = sql<{ id: string }>(`
  select id from quotation where company_id = $1 and (id = $2 or group_id = $2) and not seen order by id`)

/** Says of the options of a link that the patient has opened them. Plugins hear nothing of it. */
export async function seeOptions(tx: Tx, { subjectId }: Pick<LinkedQuotation, 'subjectId'>): Promise<void> {
  for (const { id } of await tx.sql(groupSeen([tx.clinic.id, subjectId]))) await seeQuotation(tx, { id })
}
