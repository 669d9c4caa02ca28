/** What is shown of when a practice is there, by its documented name. */
export const HOURS_RESOURCES: Readonly<Record<string, string>> = {
  dayRules: 'By which rules the clinic runs its day.',
  rulesOfDay: 'By which rules the clinic runs its day.',
}
