/** What is shown of a branch's day, by its documented name. */
export const DAY_RESOURCES: Readonly<Record<string, string>> = {
  day: 'The day of a branch: its visits and what they stand in.',
  daySpan: 'A span of time.',
  dayClosed: 'Why a branch is shut on a date.',
  dayAway: 'A time at which a doctor or a room is not there.',
  dayColumn: 'What visits stand in: a doctor, a room, or a date of one doctor.',
  dayCard: 'A visit as it stands in the day of a branch.',
  dayAppointment: 'A visit with all that the card leaves out.',
  heldMove: 'A move that the person who made it may still take back: nothing outside has heard of it.',
  appointmentChange: 'What was changed of a visit, by whom and when.',
  appointmentChanger: 'Who made a change.',
  appointmentFieldChange: 'What a field was, and is since.',
  boardTask: 'Something that the staff has to do.',
  wait_list_entry: 'A patient who waits for a time that is not free.',
  openWork: 'Something open of a patient who has no visit to come.',
  slotCandidates: 'Who could come at a free time.',
}
