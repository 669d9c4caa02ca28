import { Type } from '../kernel.ts'
import { shape, staffOperation } from './staff-operation.ts'

const tag = 'Clinic security'
const access = 'security:manage'
const fields = { secondFactorRequired: Type.Boolean() }
const ClinicSecurity = shape('clinicSecurity', fields)

export const getClinicSecurity = staffOperation({
  id: 'getClinicSecurity',
  route: 'GET /clinic/security',
  access,
  tag,
  summary: 'What the clinic asks of logins',
  returns: ClinicSecurity,
})

export const putClinicSecurity = staffOperation({
  id: 'putClinicSecurity',
  route: 'PUT /clinic/security',
  access,
  stepUp: true,
  tag,
  summary: 'Says whether the clinic asks for a second factor',
  description:
    'Whoever switches it on has proved one. Sessions and connections without one are out of the clinic at once.',
  input: fields,
  returns: ClinicSecurity,
  refuses: ['second_factor_required'],
})

export const clinicSecurityOperations = [getClinicSecurity, putClinicSecurity]
