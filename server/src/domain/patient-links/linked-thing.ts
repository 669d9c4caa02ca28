import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { localDate } from '../../kernel/values/zone.ts'
import { isLocked } from '../links/check-identity.ts'
import { type LinkKind, type LinkState, linkState, type PatientLinkRow } from '../links/patient-link.ts'

interface Surroundings {
  birth_date: string | null
  clinic_name: string
  clinic_name_ar: string | null
  locale: string
  /** Where the clinic is asked: the branch's own number, else another branch's. */
  phone: string | null
}

/** What every link shows, whatever it is to. */
export interface LinkedThing extends Omit<Surroundings, 'birth_date'> {
  id: string
  subjectId: string
  patientId: string
  documentId: string | null
  /** OPEN while it shows something. */
  state: LinkState
  asksBirthYear: boolean
  isLocked: boolean
  /** Whether a guardian signs. */
  isMinor: boolean
}

const linkTo = sql<PatientLinkRow>('select * from patient_link where company_id = $1 and id = $2 and kind = $3')

const surroundings = sql<Surroundings>(`
  select patient.birth_date, clinic.name as clinic_name, clinic.name_ar as clinic_name_ar, clinic.locale,
    (select other.phones[1] from branch as other
      where other.company_id = $1 and other.active and other.phones[1] <> ''
      order by other.id <> coalesce($3, patient.branch_id), other.created_at, other.id limit 1) as phone
  from patient join clinic on clinic.company_id = patient.company_id
  where patient.company_id = $1 and patient.id = $2 and patient.deleted_at is null`)

const GROWN_UP = 18

const isMinorOn = (born: string, today: string): boolean =>
  Temporal.PlainDate.compare(Temporal.PlainDate.from(born).add({ years: GROWN_UP }), Temporal.PlainDate.from(today)) > 0

/** The link itself, if it is of this kind. */
export const linkOfKind = async (tx: Tx, id: string, kind: LinkKind): Promise<PatientLinkRow | undefined> =>
  (await tx.sql(linkTo([tx.clinic.id, id, kind])))[0]

/** What stands around what a link shows, of a branch or that of the file; a file that is hidden or deleted is not found. */
export async function linkedThing(tx: Tx, link: PatientLinkRow, branchId: string | null = null): Promise<LinkedThing> {
  const [around] = await tx.sql(surroundings([tx.clinic.id, link.patient_id, branchId]))
  const { birth_date: born, ...shown } = around ?? refuse('not_found', { resource: 'patient' })
  return {
    ...{ ...shown, id: link.id, subjectId: link.subject_id ?? '', patientId: link.patient_id },
    ...{ documentId: link.document_id, state: linkState(link, tx.now), asksBirthYear: link.asks_birth_year },
    isLocked: isLocked(link, tx.now),
    isMinor: born !== null && isMinorOn(born, localDate(Date.parse(tx.now), tx.clinic.timeZone)),
  }
}
