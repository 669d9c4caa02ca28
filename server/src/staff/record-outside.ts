import type { ErrorCode } from '@clinic/contract/errors.ts'
import { sql } from '../db/statement.ts'
import type { StaffDeps } from '../domain/staff/staff-deps.ts'
import type { Outside } from '../http/surface.ts'
import type { CountedRecords } from '../kernel/counted-records.ts'
import type { Given } from '../kernel/implement.ts'
import { addressBlock } from '../kernel/values/address-block.ts'
import type { Visit } from './visit.ts'

interface RecordingDeps extends StaffDeps {
  countedRecords: CountedRecords
}

/** The refusals that say who was at the door, and of those who only asked. */
const KEPT_OUT = new Set<ErrorCode | null>(['unauthenticated', 'credential_wrong', 'rate_limited', null])
/** Those of them that say that what was given was wrong. */
const FAILURES = new Set<ErrorCode>(['unauthenticated', 'credential_wrong'])
const noteFailure = sql('select record_login_failure($1, $2, $3, $4)')
const record = sql('select record_login($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)')

/**
 * What a person does with their login is recorded in each clinic that they work in, before it is answered; what anybody
 * could ask for in their name is counted there.
 */
export async function recordOutside(deps: RecordingDeps, given: Given[keyof Given], done: Outside): Promise<void> {
  if (!('known' in given) || !KEPT_OUT.has(done.code)) return
  const { person, proved } = given.known()
  const { userId = null, email = null, companyId = null, sessionId = null } = person
  if (userId === null && email === null) return
  const { requestId, address } = given
  const { operation, resourceId, changedFields, code } = done
  if (code !== null && FAILURES.has(code)) countFailure(deps, given, { userId, email })
  const whose = [userId, email, companyId, sessionId, requestId, operation, resourceId ? [resourceId] : null]
  const make = (times: number) => deps.run(record([...whose, changedFields, address, code, times]))
  if (proved && code === null) await make(1)
  else deps.countedRecords.add([operation, userId ?? email, code].join(' '), make)
}

/** No request waits for it, so that no answer takes longer for a login that there is. What a crash loses is counted anew. */
function countFailure(
  { run }: RecordingDeps,
  { address, requestId }: Pick<Visit, 'address' | 'requestId'>,
  { userId, email }: { userId: string | null; email: string | null },
): void {
  run(noteFailure([userId, email, addressBlock(address), requestId])).catch(() => undefined)
}
