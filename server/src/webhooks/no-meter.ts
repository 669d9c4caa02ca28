import type { Meter } from './meter.ts'

/** Counts nothing: where no metrics are served, the library for them is not loaded. */
export const NO_METER: Meter = { ended() {}, watch() {} }
