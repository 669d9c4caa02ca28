import type { Tx } from '../../kernel/tx.ts'
import type { PatientLinkRow } from './patient-link.ts'

const MOST_WRONG = 5
const LOCKED_MS = 60 * 60_000

/** How a patient who opened a link has answered who they are. */
export type Check = 'PASSED' | 'WRONG' | 'LOCKED'

export const isLocked = ({ locked_until }: Pick<PatientLinkRow, 'locked_until'>, now: string): boolean =>
  locked_until !== null && Date.parse(locked_until) > Date.parse(now)

/**
 * Whether the year is that in which the patient was born. After five wrong answers none is taken for an hour, whatever it
 * is: the link is held meanwhile, so that answers that come together count one by one.
 */
export async function checkIdentity(tx: Tx, linkId: string, year: number | undefined): Promise<Check> {
  const link = await tx.lock('patient_link', linkId)
  if (isLocked(link, tx.now)) return 'LOCKED'
  const born = link.asks_birth_year ? (await tx.get('patient', link.patient_id)).birth_date : null
  if (born === null || Number(born.slice(0, 4)) === year) {
    if (link.failed_checks > 0) await tx.update('patient_link', linkId, { failed_checks: 0, locked_until: null })
    return 'PASSED'
  }
  const failed = link.failed_checks + 1
  const isLast = failed >= MOST_WRONG
  const until = new Date(Date.parse(tx.now) + LOCKED_MS).toISOString()
  await tx.update('patient_link', linkId, {
    failed_checks: isLast ? 0 : failed,
    locked_until: isLast ? until : null,
  })
  return isLast ? 'LOCKED' : 'WRONG'
}
