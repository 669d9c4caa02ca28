const rules = { cancelReasons: ['Is ill', 'Has no time'], quietFrom: '21:00', quietUntil: '08:00' }

const training = { kind: 'MEETING', note: 'Training' }
const affected = [
  {
    ...{ id: 'apt_01k9exam00000000000000000a', start: '2026-07-05T09:00:00.000Z', end: '2026-07-05T09:30:00.000Z' },
    ...{ doctorId: 'prc_01k9exam00000000000000000a', patientId: 'pat_01k9exam00000000000000000a', name: 'Sara Haddad' },
  },
]

/** Invented values of when a practice is there. */
export const HOURS_VALUES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  dayRules: rules,
  rulesOfDay: rules,
  block: training,
  blockWithAffected: { ...training, affected },
  affectedVisit: { name: 'Sara Haddad' },
  addBlock: { ...training, room: '2' },
  updateBlock: training,
  offeredSlot: { room: '2' },
  putDayRules: { ...rules, waitAmberMinutes: 10, waitRedMinutes: 20 },
}
