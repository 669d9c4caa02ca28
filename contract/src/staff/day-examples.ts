const visit = { name: 'Sara Haddad', age: 34, fileNumber: 1042, type: 'Root canal', title: 'Second session' }
const booking = { title: visit.title, details: 'Comes by bus', room: '1', type: visit.type }
const waiting = { minutes: 30, weekdays: [0, 1], parts: ['MORNING'], note: 'Works in the afternoon' }

/** Invented values of a branch's day. */
export const DAY_VALUES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  dayClosed: { name: 'National Day' },
  dayAway: { note: 'Training' },
  dayCard: visit,
  dayAppointment: visit,
  moveDayAppointment: { reason: 'Is ill' },
  bookDayAppointment: { ...booking, procedureIds: [] },
  updateDayAppointment: { ...booking, procedureIds: [] },
  takeWalkIn: { procedureIds: [] },
  wait_list_entry: { ...waiting, name: visit.name, fileNumber: visit.fileNumber },
  boardTask: { patientName: visit.name, fileNumber: visit.fileNumber },
  addToWaitList: waiting,
  updateWaiting: waiting,
  openWork: { name: visit.name, fileNumber: visit.fileNumber, what: 'Crown' },
  heldMove: { by: 'Lina Qasim' },
  appointmentChanger: { kind: 'staff', name: 'Lina Qasim' },
  startedVideoCall: { url: 'https://calls.example.com/vid_01k9exam00000000000000000a' },
  appointmentFieldChange: { field: 'room', from: '1', to: '2' },
}

/** What ids begin with, by the words that only a day has. */
export const DAY_ID_WORDS: Readonly<Record<string, string>> = {
  block: 'tof',
  startedvideocall: 'vid',
  blockwithaffected: 'tof',
  branchwithaffected: 'bra',
  clinicbranch: 'bra',
  reminderrule: 'rmr',
  clinicsettings: 'cli',
  clinicpractitioner: 'pra',
  clinicprocedure: 'prc',
  proceduregroup: 'prg',
  group: 'prg',
  consenttemplate: 'cnt',
  shifts: 'pra',
  shiftswithaffected: 'pra',
  branchperiod: 'bpr',
  wantedperiod: 'bpr',
  period: 'bpr',
  affectedvisit: 'apt',
  boardtask: 'tsk',
  dayappointment: 'apt',
  daycard: 'apt',
  replacedby: 'apt',
  openwork: 'trt',
  waitlistentry: 'wle',
  waitlist: 'wle',
}
