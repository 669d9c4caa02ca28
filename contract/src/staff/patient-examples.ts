const sara = { name: 'Sara Haddad', age: 34 }
const mona = { name: 'Mona Haddad', age: 9 }
const penicillin = { kind: 'ALLERGY', severity: 'HIGH', text: 'Penicillin', addedBy: 'Dr. Omar Haddad', endedAt: null }

const extraction = {
  ...{ name: 'Consent to an extraction', nameAr: 'موافقة على خلع سن' },
  ...{ body: 'I was told what the extraction is and what it risks.', bodyAr: 'شُرح لي ما هو الخلع وما مخاطره.' },
}
const asked = {
  ...{ name: extraction.name, nameAr: extraction.nameAr, patientName: 'Sara Haddad', fileNumber: 1042 },
  ...{ state: 'UNSIGNED', signed: false, signedAt: null, signerName: null, allowed: ['SEND'] },
  ...{ templateId: 'cnt_01k9exam00000000000000000a', treatmentIds: [] },
  ...{ witnessSigned: false, witnessSignedAt: null, witnessName: null, revokedAt: null, revokeReason: null },
}

const questions = [{ key: 'smoker', type: 'boolean', label: { en: 'Do you smoke?', ar: 'هل تدخن؟' }, required: true }]
const history = { title: 'Medical history', active: true, multipleSubmissionsAllowed: true }

/** Invented values of fields of the console's operations on patients, by what the field belongs to. */
export const PATIENT_VALUES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  searchPatients: { q: 'haddad' },
  patientEntry: sara,
  patientFile: { ...sara, language: 'ar', noReminders: false, archiveReason: null },
  patientInsured: { insurer: 'Example Insurance', number: '310000001', group: 'A' },
  patientSummary: { ...sara, insurer: 'Example Insurance', unsignedForms: 1 },
  foundPatient: sara,
  patient_alert: penicillin,
  addPatientAlert: penicillin,
  updatePatientAlert: penicillin,
  putPatientRelation: { relatedId: 'pat_01k9exam00000000000000000b', kind: 'GUARDIAN' },
  createPatientFile: { firstName: 'Sara', lastName: 'Haddad', language: 'ar', confirmedNew: false },
  guardian: { patientId: 'pat_01k9exam00000000000000000b', kind: 'PARENT' },
  archivePatientFile: { reason: 'Moved to another city' },
  deletePatientFile: { reason: 'MISTAKE' },
  deletedPatient: { restorableUntil: '2026-08-04T07:00:00.000Z' },
  putPatientInsurance: { number: '310000001', group: 'A' },
  patient_suspect: { state: 'DISMISSED' },
  patient_merge: { moved: 14, filled: ['email'], undoneAt: null },
  mergePatientFiles: { absorbedId: 'pat_01k9exam00000000000000000b' },
  renameFile: { name: 'Before treatment.png' },
  file: { name: 'Before treatment.png' },
  writeToPatient: { channel: 'sms', text: 'Your crown is ready.' },
  storyEntry: { kind: 'FILE', title: 'Before treatment.png', state: 'XRAY', amount: null },
  threadMessage: { text: 'Your crown is ready.', state: 'delivered', errorCode: null, sentBy: 'Dr. Omar Haddad' },
  consent_template: { ...extraction, validDays: 30 },
  addConsentTemplate: { ...extraction, validDays: 30 },
  updateConsentTemplate: { ...extraction, validDays: 30 },
  consentEntry: asked,
  consentSheet: { ...asked, body: extraction.body, bodyAr: extraction.bodyAr },
  consentEvidence: {
    ...{ name: 'Sara Haddad', kind: 'TYPED', role: 'PATIENT', genuine: true, address: '203.0.113.7' },
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  },
  clinicForm: { ...history, unpublished: false },
  draft: { fields: questions },
  formVersion: { versionNum: 2, fields: questions },
  addForm: { ...history, fields: questions },
  updateForm: history,
  saveFormDraft: { fields: questions },
  formSheet: {
    ...{ title: history.title, patientName: 'Sara Haddad', fileNumber: 1042, status: 'DRAFT', ref: null },
    ...{ fields: questions, answers: { smoker: false }, allowed: ['ANSWER', 'SEND'] },
  },
  feedbackEntry: { patientName: 'Sara Haddad', fileNumber: 1042 },
  enterForm: { answers: { smoker: false }, submit: true },
  changeAnswers: { answers: { smoker: false }, submit: true },
  prepareConsent: { templateId: 'cnt_01k9exam00000000000000000a' },
  witnessConsent: { signature: 'Lina Qasim' },
  revokeConsent: { reason: 'The patient took it back' },
  patientForm: { name: 'Consent to an extraction', signedAt: null },
  patientRelation: { ...mona, id: 'pat_01k9exam00000000000000000b', kind: 'WARD' },
}

/** What ids of patients' records begin with, by the words that only the console's API has. */
export const PATIENT_ID_WORDS: Readonly<Record<string, string>> = {
  patiententry: 'pat',
  patientfile: 'pat',
  patientsummary: 'pat',
  patientvisit: 'apt',
  foundpatient: 'pat',
  patientmerge: 'mrg',
  patient_alert: 'alt',
  patientalert: 'alt',
  patientform: 'cns',
  consentevidence: 'sgn',
  clinicform: 'frm',
  formversion: 'fmv',
  formsheet: 'fsb',
  consententry: 'cns',
  consentsheet: 'cns',
  storyentry: 'fil',
  threadmessage: 'com',
  alert: 'alt',
  deletedpatient: 'pat',
  suspect: 'sus',
  patient_suspect: 'sus',
  patientsuspect: 'sus',
  patient_merge: 'mrg',
  merge: 'mrg',
  absorbed: 'pat',
  patientrelation: 'pat',
  patientrelations: 'pat',
  related: 'pat',
}
