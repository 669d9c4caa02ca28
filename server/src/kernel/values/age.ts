/** Whole years on a calendar: of a person born on a date, on another; null where the date is not known, or yet to come. */
export function ageOn(today: string, birthDate: string | null): number | null {
  if (birthDate === null) return null
  const age = Temporal.PlainDate.from(birthDate).until(Temporal.PlainDate.from(today), { largestUnit: 'year' }).years
  return age < 0 ? null : age
}
