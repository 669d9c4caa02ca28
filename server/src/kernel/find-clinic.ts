import type { SharedReaders } from '../db/driver.ts'
import { sql } from '../db/statement.ts'
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
