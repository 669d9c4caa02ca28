const note = {
  chiefComplaint: 'Toothache at night',
  symptoms: 'Pain on cold and on biting',
  diagnosis: 'Irreversible pulpitis of 26',
  testsOrdered: [],
  imagingOrdered: ['Periapical X-ray of 26'],
  testResults: null,
  imagingResults: null,
  clinicalNotes: '26 tender to percussion, lingering pain on cold.',
  consultationNotes: null,
  dischargeSummary: null,
}
const prescription = {
  ...{ details: 'Drink enough', name: null, canceledAt: null, cancelReason: null, doctorName: 'Dr. Omar Haddad' },
}
const endodontic = { name: 'Endodontic visit', visitType: 'Root canal' }

/** Invented values of notes of visits. */
export const ENCOUNTER_VALUES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  encounterNote: { ...note, savedBy: 'Dr. Omar Haddad', signedAt: null, signature: null },
  encounterDraft: { ...note, savedBy: 'Dr. Omar Haddad' },
  saveEncounterDraft: { ...note, testsOrdered: ['INR'] },
  addEncounterAddendum: { text: 'The patient called: no pain since the visit.' },
  encounterAddendum: { text: 'The patient called: no pain since the visit.', addedBy: 'Dr. Omar Haddad' },
  noteSignature: {
    signedBy: 'Dr. Omar Haddad',
    sha256: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
    genuine: true,
  },
  vitalSign: { name: 'HEART_RATE', unit: '/min', value: 72, status: 0, difference: -4 },
  values: { name: 'HEART_RATE', value: 72 },
  note_template: endodontic,
  addNoteTemplate: endodontic,
  updateNoteTemplate: endodontic,
  writtenPrescription: prescription,
  prescriptionSheet: {
    ...{ ...prescription, patientName: 'Huda Karim', fileNumber: 1042, birthDate: '1990-01-01', age: 36 },
    ...{
      doctorNameAr: 'د. عمر حداد',
      specialty: 'Endodontics',
      clinicName: 'Palm Clinic',
      clinicNameAr: 'عيادة النخلة',
    },
    ...{ branchName: 'Al Malqa', branchNameAr: 'الملقا', address: 'King Fahd Road', phones: ['+966112345678'] },
  },
  labOrderEntry: {
    ...{ name: 'Zirconia crown', labName: 'Nakheel Lab', patientName: 'Huda Karim', fileNumber: 1042, shade: 'A2' },
    ...{ tooth: [26], items: 1, details: null, status: 'pending', received: false, delivered: false, receivedAt: null },
  },
  orderLabWork: { tooth: [26], shade: 'A2', items: 1, details: 'Contact point tight' },
  updateLabWork: { shade: 'A3' },
  stockItem: { name: 'Composite A2', unit: 'capsule', inStock: 42 },
  procedureSupplies: {
    supplies: [{ inventoryItemId: 'ivi_1', name: 'Composite A2', unit: 'capsule', branchId: 'br_1', quantity: 2 }],
  },
  supplies: { name: 'Composite A2', unit: 'capsule', quantity: 2 },
  listStockItems: { q: 'composite' },
  orderableLab: { name: 'Nakheel Lab' },
  orderableWork: { name: 'Zirconia crown', price: 450 },
  listClinicMedications: { q: 'amoxi' },
  medications: { name: 'Amoxicillin', type: 'capsule', sig: 'Three times a day', duration: 7 },
  prescribe: { details: 'Drink enough' },
  cancelPrescription: { reason: 'Allergy' },
  prompt: { en: 'Findings', ar: 'الموجودات' },
}

/** What ids begin with, by the words that only notes of visits have. */
export const ENCOUNTER_ID_WORDS: Readonly<Record<string, string>> = {
  encounternote: 'enc',
  writtenprescription: 'prs',
  prescriptionsheet: 'prs',
  laborderentry: 'lbo',
  orderablelab: 'lab',
  stockitem: 'ivi',
  proceduresupplies: 'prc',
  orderablework: 'lbi',
  encounterdraft: 'enc',
  encounteraddendum: 'ead',
  notetemplate: 'ntp',
  note_template: 'ntp',
  'note-template': 'ntp',
  template: 'ntp',
}
