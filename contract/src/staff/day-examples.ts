const visit = { name: 'Sara Haddad', age: 34, fileNumber: 1042, type: 'Root canal', title: 'Second session' }

/** Invented values of a branch's day. */
export const DAY_VALUES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  dayClosed: { name: 'National Day' },
  dayAway: { note: 'Training' },
  dayCard: visit,
  dayAppointment: visit,
  heldMove: { by: 'Lina Qasim' },
  appointmentChanger: { kind: 'staff', name: 'Lina Qasim' },
  appointmentFieldChange: { field: 'room', from: '1', to: '2' },
}

/** What ids begin with, by the words that only a day has. */
export const DAY_ID_WORDS: Readonly<Record<string, string>> = {
  block: 'tof',
  dayappointment: 'apt',
  daycard: 'apt',
  replacedby: 'apt',
}
