import { CLOCKS, type Clock } from '@clinic/contract/staff/session.ts'

/** The clock by which a clinic reads its times. */
export const clockOf = ({ clock }: { clock: number }): Clock => CLOCKS.find(hours => hours === clock) ?? CLOCKS[0]
