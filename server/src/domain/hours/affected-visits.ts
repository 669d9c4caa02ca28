import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { addDays, DAY_MS, localDate, startOfDay } from '../../kernel/values/zone.ts'
import type { AffectedRow } from '../scheduling/blocks.ts'
import { type BranchOfDay, branchOfDay } from '../scheduling/day-branch.ts'
import { misplacedIn } from '../scheduling/misplaced.ts'

/** Whose hours change: those of a branch, or of one doctor there. */
interface Whose {
  branchId: string
  doctorId?: string | undefined
}

interface ComingVisit extends AffectedRow {
  status: string
  room: string | null
  urgent: boolean
}

const MOST = 50
/** Visits are booked less far ahead. */
const AHEAD_DAYS = 400

const coming = sql<ComingVisit>(`
  select visit.id, visit.starts_at, visit.ends_at, visit.doctor_id, visit.patient_id, visit.status, visit.room, visit.urgent,
    patient.first_name, patient.last_name
  from appointment as visit
  left join patient on patient.company_id = visit.company_id and patient.id = visit.patient_id
  where visit.company_id = $1 and visit.branch_id = $2 and ($3::text is null or visit.doctor_id = $3)
    and visit.status in ('OPEN', 'CONFIRMED', 'DELAYED') and visit.starts_at > $4 and visit.starts_at < $5
  order by visit.starts_at, visit.id`)

/** Runs a change of hours, and answers with it the visits to come that stood within them, and no longer do: the first 50. */
export async function withAffected<Changed>(
  tx: Tx,
  whose: Whose,
  change: () => Promise<Changed>,
): Promise<{ changed: Changed; affected: AffectedRow[] }> {
  const { timeZone } = tx.clinic
  const date = localDate(Date.parse(tx.now), timeZone)
  const until = new Date(startOfDay(addDays(date, AHEAD_DAYS), timeZone)).toISOString()
  const visits = await tx.sql(coming([tx.clinic.id, whose.branchId, whose.doctorId ?? null, tx.now, until]))
  const last = visits.at(-1)
  if (!last) return { changed: await change(), affected: [] }
  const end = Date.parse(last.ends_at)
  const days = Math.ceil((end - startOfDay(date, timeZone)) / DAY_MS) + 1
  const span = [tx.now, new Date(end + DAY_MS).toISOString()]
  const branch = async () => {
    const [found] = await tx.sql(branchOfDay([tx.clinic.id, whose.branchId, ...span, whose.doctorId ?? null]))
    return misplacedIn({ branch: withVisits(found, visits), date, days }, timeZone)
  }
  const before = await branch()
  const changed = await change()
  const after = await branch()
  const affected = visits.filter(visit => before(visit) === null && after(visit) !== null)
  return { changed, affected: affected.slice(0, MOST) }
}

/** Whose hours need not be reckoned has no visits. */
function withVisits(branch: BranchOfDay | undefined, visits: readonly ComingVisit[]): BranchOfDay {
  if (!branch) throw new Error('A branch with visits is there.')
  const busy = new Set(visits.map(({ doctor_id }) => doctor_id))
  return { ...branch, doctors: branch.doctors.filter(({ id }) => busy.has(id)) }
}
