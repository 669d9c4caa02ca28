import { permission } from '../access.ts'
import { RowVersion, shape } from '../fields.ts'
import { family, Type } from '../kernel.ts'

const manage = permission('security:manage')
const { operation } = family('Clinic security', { read: manage, write: manage, sight: 'clinic' })
const fields = { secondFactorRequired: Type.Boolean() }
const ClinicSecurity = shape('clinicSecurity', { ...fields, version: RowVersion })

export const getClinicSecurity = operation({
  id: 'getClinicSecurity',
  route: 'GET /clinic/security',
  summary: 'What the clinic asks of logins',
  description: 'Whether members need a second factor to enter the clinic.',
  returns: ClinicSecurity,
})

export const putClinicSecurity = operation({
  id: 'putClinicSecurity',
  route: 'PUT /clinic/security',
  stepUp: true,
  summary: 'Says whether the clinic asks for a second factor',
  description:
    'The person who switches it on has proved one. Sessions and connections without one are out of the clinic immediately.',
  versioned: { of: 'clinic' },
  input: fields,
  returns: ClinicSecurity,
  refuses: ['second_factor_required'],
})
