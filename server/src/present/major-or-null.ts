import { toMajor } from '../kernel/values/money.ts'

/** An amount as it is shown; null where there is none. */
export const majorOrNull = (minor: number | null, currency: string): number | null =>
  minor === null ? null : toMajor(minor, currency)
