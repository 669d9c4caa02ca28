import { permission } from '../access.ts'
import { described, Id, MaybeId, MaybeText, resource, shape, Text } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { Permitted } from '../tiers.ts'
import { told } from './told-patient.ts'

const { operation } = family('Search', { read: permission('patients:read'), sight: 'patient' })

export const FoundPatient = resource('patient', told, 'foundPatient')
export const FoundLead = shape('foundLead', {
  id: Id,
  name: Type.String(),
  referenceId: Type.Integer(),
  phoneNumberMasked: described(MaybeText, 'Country code and last two digits.'),
  phoneNumber: Permitted('patients:contact', MaybeText),
  branchId: Id,
  stage: described(Type.String(), 'Name of the stage that it is in.'),
  patientId: described(MaybeId, 'Whom it became; null until it is a patient.'),
})

export const searchClinic = operation({
  id: 'searchClinic',
  route: 'GET /search',
  summary: 'Finds whom a few letters or digits mean',
  description:
    'Up to eight patients and eight leads, in the order of: whole number, whole phone, last four digits, beginning of a name, the rest. Those who may not see how patients are reached find by name and number alone.',
  input: { q: described(Text(2, 100), 'Of a name, a number or a phone.') },
  returns: shape('found', {
    patients: described(Type.Array(FoundPatient), 'The most likely ones first.'),
    leads: described(Type.Array(FoundLead), 'Those in sight, the most likely ones first.'),
  }),
})
