import { familiesOf } from './client/families.ts'
import { settingsOf } from './client/settings.ts'
import type { Timing } from './client/timing.ts'
import type { ClientOptions } from './client-options.ts'
import type { Families } from './printed/clinic.generated.ts'

/** A client of one installation: every operation by its family and verb. */
export interface Clinic extends Families {
  /** The same client with some options different. */
  with(options: ClientOptions): Clinic
}

/** A client of the installation that the token is of. */
export const createClient = (options: ClientOptions = {}): Clinic => clientWith(options)

/** The same with a clock and dice of one's own, for tests of the client itself. */
export const clientWith = (options: ClientOptions, timing?: Timing): Clinic => ({
  ...familiesOf(settingsOf(options, timing)),
  with: changed => clientWith({ ...options, ...changed }, timing),
})
