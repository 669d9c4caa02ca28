import { pipelinedDriver } from './pipelining/pipelined-driver.ts'
import { plainDriver } from './plain-driver.ts'

/** The drivers by their names in DATABASE_DRIVER. */
export const DRIVERS = { pipelined: pipelinedDriver, plain: plainDriver } as const
