import type { ClinicFacts } from '../../kernel/tx.ts'
import type { ClinicRow } from './open-clinic.ts'

/** What a transaction needs to know of its clinic. */
export const factsOf = (clinic: ClinicRow): ClinicFacts => ({
  id: clinic.company_id,
  country: clinic.country,
  currency: clinic.currency,
  timeZone: clinic.time_zone,
  taxPercent: clinic.tax_percent,
  sandbox: clinic.sandbox,
  clockOffsetMs: clinic.clock_offset_ms,
  resets: clinic.resets,
})
