import { DRIVERS } from '../../../src/db/drivers.ts'
import { readEnv } from '../../../src/settings/env.ts'

/** The driver under which tests run: `DATABASE_DRIVER=plain npm test` runs them all on the plain one. */
export const DATABASE_DRIVER = process.env.DATABASE_DRIVER ?? ''

export const driver = DRIVERS[readEnv({ DATABASE_DRIVER }).DATABASE_DRIVER]
