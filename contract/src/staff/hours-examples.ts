const rules = { cancelReasons: ['Is ill', 'Has no time'], quietFrom: '21:00', quietUntil: '08:00' }

const training = { kind: 'MEETING', note: 'Training' }
const affected = [
  {
    ...{ id: 'apt_01k9exam00000000000000000a', start: '2026-07-05T09:00:00.000Z', end: '2026-07-05T09:30:00.000Z' },
    ...{ doctorId: 'prc_01k9exam00000000000000000a', patientId: 'pat_01k9exam00000000000000000a', name: 'Sara Haddad' },
  },
]

const week = {
  opens: ['09:00', '09:00', '09:00', '09:00', '09:00', '', '16:00'],
  closes: ['21:00', '21:00', '21:00', '21:00', '21:00', '', '23:00'],
  breaks: [{ weekday: 0, startMinute: 780, endMinute: 840 }],
}
const ramadan = { name: 'Ramadan', from: '2027-02-08', until: '2027-03-09', ...week }
const holidays = [{ date: '2026-09-23', name: 'National Day' }]
const branch = {
  ...{ name: 'Olaya', nameAr: 'العليا', address: '12 Olaya Street', location: '24.7136, 46.6753' },
  ...{ phones: ['+966112345678'], rooms: ['1', '2'], specialities: ['Dentistry'], appointmentTypes: ['Check-up'] },
  ...week,
  ...{ closedDays: [5], firstDayOfWeek: 0, holidays },
  periods: [{ id: 'bpr_01k9exam00000000000000000a', ...ramadan }],
}
const { holidays: _holidays, periods: _periods, ...wishes } = branch
const reminding = {
  ...{ name: 'A day before', channel: 'sms', templateName: null, variables: [], statuses: ['OPEN', 'CONFIRMED'] },
  ...{ text: 'Your visit to {{doctor}}: {{date}}, {{time}}.', textAr: null, minutesBefore: 1_440, daysBefore: null },
  ...{ at: null, branchIds: [] },
}
const clinic = {
  ...{
    name: 'Nakheel Dental Group',
    nameAr: 'مجموعة النخيل لطب الأسنان',
    locale: 'ar-SA',
    clock: 24,
    charts: ['DENTAL'],
  },
  ...{ timeZone: 'Asia/Riyadh', country: 'SA', currency: 'SAR' },
  ...{ vatNumber: '300000000000003', vatName: 'Nakheel Dental Group Company', crnNumber: '1010000000' },
  ...{ commercialName: 'Nakheel Dental Group', registrationCity: 'Riyadh', registrationValid: true },
}
const person = {
  ...{ displayName: 'Dr. Omar Haddad', displayNameAr: 'د. عمر حداد', role: 'doctor', isDoctor: true, order: 1 },
  ...{ specialty: 'Endodontics', color: '#2563eb', slotMinutes: 30, takesLeads: false, active: true },
  ...{ phoneNumber: '+966500000012', phoneNumber2: '+966500000013', email: 'omar@nakheel.example' },
}
const filling = {
  ...{ name: 'Composite filling', nameAr: 'حشوة تجميلية', code: 'D2391', price: 350, order: 3, active: true },
  ...{ chart: 'DENTAL', durationMinutes: 45, color: 'teal' },
}
const shifts = [{ weekday: 0, startMinute: 540, endMinute: 1_020 }]

/** Invented values of when a practice is there. */
export const HOURS_VALUES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  dayRules: rules,
  rulesOfDay: rules,
  block: training,
  blockWithAffected: { ...training, affected },
  affectedVisit: { name: 'Sara Haddad' },
  addBlock: { ...training, room: '2' },
  updateBlock: training,
  clinicSettings: { ...clinic, settled: ['timeZone', 'country', 'currency'] },
  updateClinicSettings: clinic,
  clinicPractitioner: person,
  addClinicPractitioner: person,
  updateClinicPractitioner: person,
  clinicProcedure: { ...filling, groupName: 'Fillings' },
  addProcedure: filling,
  updateProcedure: filling,
  procedure_group: { name: 'Fillings', order: 2 },
  addProcedureGroup: { name: 'Fillings', order: 2 },
  updateProcedureGroup: { name: 'Fillings', order: 2 },
  importProcedures: { csv: 'code;name;price\nD2391;Composite filling;350.00\n', dryRun: true },
  procedureImport: { dryRun: true, added: 1, changed: 0, same: 0, newGroups: ['Fillings'] },
  importedProcedure: { line: 2, code: 'D2391', name: 'Composite filling', outcome: 'added' },
  clinicBranch: branch,
  branchWithAffected: { ...branch, affected },
  addBranch: wishes,
  updateBranch: { ...wishes, renamedRooms: [{ from: 'A', to: '1' }] },
  putBranchHolidays: { holidays },
  putBranchPeriods: { periods: [ramadan] },
  branchPeriod: ramadan,
  wantedPeriod: ramadan,
  holiday: holidays[0] ?? {},
  weekSpan: shifts[0] ?? {},
  renamedRoom: { from: 'A', to: '1' },
  shifts: { shifts },
  shiftsWithAffected: { shifts, affected },
  putShifts: { shifts },
  reminder_rule: { ...reminding, problem: null },
  addReminderRule: reminding,
  updateReminderRule: reminding,
  reminderPreview: { text: 'Your visit to Dr. Omar Haddad: Sunday 5 July, 09:00.' },
  offeredSlot: { room: '2' },
  putDayRules: { ...rules, waitAmberMinutes: 10, waitRedMinutes: 20 },
}
