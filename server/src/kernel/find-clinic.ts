import type { SharedReaders } from '../db/driver.ts'
import { sql } from '../db/statement.ts'
import { CONTROL, refuseMisdirected } from './misdirected.ts'
import { nameClinic } from './name-clinic.ts'
import type { ClinicFacts } from './tx.ts'

const factsOfClinic = sql<ClinicFacts>(`
  select company_id as id, country, currency, time_zone as "timeZone", tax_percent as "taxPercent", sandbox,
    clock_offset_ms as "clockOffsetMs", resets
  from clinic where company_id = $1 and lives_here(company_id)`)

/** Finds a clinic that lives here by its id, for a caller that has neither a token nor a session of it. */
export const findClinic =
  (connections: SharedReaders) =>
  async (companyId: string): Promise<ClinicFacts | undefined> =>
    (await connections.run(nameClinic([companyId]), factsOfClinic([companyId])))[0]

const placeOfClinic = sql<{ cell: string | null; here: boolean }>(
  'select cell, lives_here(company_id) as here from clinic where company_id = $1',
)

/** The same for who holds something of the clinic, such as a link: a clinic that has moved is said to be where it lives now. */
export const clinicOfHolder = (connections: SharedReaders) => {
  const find = findClinic(connections)
  return async (companyId: string): Promise<ClinicFacts | undefined> => {
    const clinic = await find(companyId)
    if (clinic) return clinic
    const [place] = await connections.run(nameClinic([companyId]), placeOfClinic([companyId]))
    return place && !place.here ? refuseMisdirected(place.cell ?? CONTROL) : undefined
  }
}
