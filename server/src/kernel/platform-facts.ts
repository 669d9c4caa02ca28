import type { ClinicFacts } from './tx.ts'

/** The platform itself, in place of a clinic: what belongs to none, such as records of reviewers and mails to newcomers. */
export const PLATFORM: ClinicFacts = {
  id: 'platform',
  country: 'SA',
  currency: 'SAR',
  timeZone: 'UTC',
  taxPercent: 0,
  sandbox: false,
  clockOffsetMs: 0,
  resets: 0,
}
