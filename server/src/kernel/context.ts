import type { Caller, ClinicFacts } from './tx.ts'

/** On whose behalf a transaction runs. */
export interface Context {
  clinic: ClinicFacts
  caller: Caller
  requestId: string
  requestKey?: string | null
  /** The version of the grant that let the request in: every transaction begins by asking whether it is current. */
  grantVersion?: number | null
}
