const rules = { cancelReasons: ['Is ill', 'Has no time'], quietFrom: '21:00', quietUntil: '08:00' }

/** Invented values of when a practice is there. */
export const HOURS_VALUES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  dayRules: rules,
  rulesOfDay: rules,
  putDayRules: { ...rules, waitAmberMinutes: 10, waitRedMinutes: 20 },
}
