/** What is shown of when a practice is there, by its documented name. */
export const HOURS_RESOURCES: Readonly<Record<string, string>> = {
  dayRules: 'By which rules the clinic runs its day.',
  clinicSettings: 'The clinic as it is set up.',
  clinicPractitioner: 'A member of the staff as the clinic lists them.',
  clinicBranch: 'A branch as it is set up.',
  branchWithAffected: 'The same, with the visits that stand outside of its hours since then.',
  weekSpan: 'A part of each week.',
  holiday: 'A date on which a branch is closed.',
  branchPeriod: 'Weeks in which a branch has other hours than usual.',
  wantedPeriod: 'Weeks in which a branch is to have other hours than usual.',
  renamedRoom: 'A room that is only called otherwise.',
  shifts: 'When a doctor works at a branch in a week.',
  shiftsWithAffected: 'The same, with the visits that stand outside of them since then.',
  reminder_rule: 'When patients are reminded of a visit, by what channel and with which words.',
  reminderPreview: 'What a rule says next.',
  rulesOfDay: 'By which rules the clinic runs its day.',
}
