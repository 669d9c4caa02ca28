import { listPatientFiles, listPatientXRays } from '@clinic/contract/files.ts'
import { listTool } from '../derive.ts'
import { patientId } from '../inputs.ts'

const scopes = ['documents:read'] as const

export const documentTools = [
  listTool({
    title: 'List files of a patient',
    description: 'What files a patient has: names, kinds and sizes, not what is in them.',
    scopes,
    operation: listPatientFiles,
    input: patientId,
    idFrom: 'patient_id',
  }),
  listTool({
    name: 'list_xrays',
    title: 'List x-rays of a patient',
    description: 'What x-rays a patient has: names, kinds and sizes, not the images.',
    scopes,
    operation: listPatientXRays,
    input: patientId,
    idFrom: 'patient_id',
  }),
]
