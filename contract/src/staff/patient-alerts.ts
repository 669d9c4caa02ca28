import { permission } from '../access.ts'
import {
  described,
  Id,
  MaybeText,
  MaybeTimestamp,
  OneOf,
  OnlyTrue,
  Optional,
  RowVersion,
  record,
  Text,
} from '../fields.ts'
import { family } from '../kernel.ts'

const { operation } = family('Patients', {
  read: permission('records:read'),
  write: permission('records:write'),
  sight: 'patient',
})

export const ALERT_KINDS = ['ALLERGY', 'CONDITION', 'MEDICATION', 'ADMIN'] as const
/** A high alert is never folded away. */
export const ALERT_SEVERITIES = ['HIGH', 'NORMAL'] as const

const said = {
  kind: described(OneOf(ALERT_KINDS), 'ADMIN is what the desk must know, such as a person who is deaf.'),
  severity: described(OneOf(ALERT_SEVERITIES), 'HIGH stands above everything else wherever the patient is shown.'),
  text: described(Text(1, 200), 'What is to be known.'),
}

export const PatientAlert = record('patient_alert', {
  patientId: Id,
  ...said,
  addedBy: described(MaybeText, 'Name of the person who wrote it.'),
  endedAt: described(MaybeTimestamp, 'Since when it no longer holds.'),
  version: RowVersion,
})

export const listPatientAlerts = operation({
  id: 'listPatientAlerts',
  route: 'GET /patients/:id/alerts',
  summary: 'What is to be known of a patient before anything else',
  description: 'High ones first, those that no longer hold last.',
  input: { id: Id },
  returns: PatientAlert,
  answer: 'all',
})

export const addPatientAlert = operation({
  id: 'addPatientAlert',
  route: 'POST /patients/:id/alerts',
  summary: 'Adds an alert to a patient',
  description: 'Plugins are told nothing of it.',
  input: { id: Id, ...said },
  returns: PatientAlert,
  status: 201,
})

export const updatePatientAlert = operation({
  id: 'updatePatientAlert',
  route: 'PATCH /alerts/:id',
  summary: 'Changes an alert, or says that it no longer holds',
  description: 'To end one takes alerts:end, and it stays so: it is written anew where it holds again.',
  versioned: { of: 'patient_alert', fields: { ended: 'endedAt' } },
  input: {
    id: Id,
    kind: Optional(said.kind),
    severity: Optional(said.severity),
    text: Optional(said.text),
    ended: Optional(described(OnlyTrue, 'That it no longer holds.')),
  },
  returns: PatientAlert,
  refuses: ['invalid_state_transition'],
})
