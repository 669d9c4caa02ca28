import { listPatientFiles, listPatientXRays } from '@clinic/contract/files.ts'
import { listConsentForms, listFormSubmissions } from '@clinic/contract/forms.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { Operation } from '@clinic/contract/kernel.ts'
import { patientFile } from '../../domain/patients/patient-file.ts'
import { listTool } from '../derive.ts'
import { closedInput, MAX_ROWS, patientId } from '../inputs.ts'
import { closed, list } from '../schemas.ts'
import { type JsonObject, pageOf, type Tool } from '../tool.ts'
import { longText, shortText, UNTRUSTED } from '../untrusted.ts'
import { viewOf } from '../view.ts'

const documents = { scopes: ['documents:read'], input: patientId, idFrom: 'patient_id' } as const

const ANSWERS = {
  ...list(closed({ question: { type: 'string' }, answer: { type: 'string' } })),
  description: UNTRUSTED,
}

/** The answers by the key of their question, each as text: what was typed could be anything. */
const answersOf = ({ answers }: JsonObject): JsonObject[] =>
  Object.entries(isRecord(answers) ? answers : {}).map(([question, answer]) => ({
    question: shortText(question),
    answer: longText(typeof answer === 'string' ? answer : JSON.stringify(answer)),
  }))

const nameOf = () => null

const listFormsStatus: Tool = {
  name: 'list_forms_status',
  title: 'List forms of a patient',
  description: `Consent forms of a patient and whether they are signed, and forms that were filled in, with the answers; newest first, at most ${MAX_ROWS} of each.`,
  scopes: ['clinical:read', 'patients:read'],
  input: closedInput(patientId),
  bind(visibility) {
    const consent = viewOf(listConsentForms.returns, visibility)
    const submission = viewOf(listFormSubmissions.returns, visibility)
    const filled = closed({ form: submission.schema, untrusted_answers: ANSWERS })
    return {
      output: closed({ consents: list(consent.schema), submissions: list(filled) }),
      async run(call, { patient_id }) {
        const id = String(patient_id)
        await patientFile(call.tx, id)
        const read = async (operation: Operation) =>
          pageOf(await call.read(operation, { patientId: id, limit: MAX_ROWS })).records
        const [consents, submissions] = await Promise.all([read(listConsentForms), read(listFormSubmissions)])
        const content = {
          consents: consents.map(record => consent.show({ record, nameOf })),
          submissions: submissions.map(record => ({
            form: submission.show({ record, nameOf }),
            untrusted_answers: answersOf(record),
          })),
        }
        return { content, resourceIds: [...consents, ...submissions].map(({ id }) => String(id)), patientIds: [id] }
      },
    }
  },
}

export const documentTools = [
  listTool({
    ...documents,
    title: 'List files of a patient',
    description: 'What files a patient has: names, kinds and sizes, not what is in them.',
    operation: listPatientFiles,
  }),
  listTool({
    ...documents,
    name: 'list_xrays',
    title: 'List x-rays of a patient',
    description: 'What x-rays a patient has: names, kinds and sizes, not the images.',
    operation: listPatientXRays,
  }),
  listFormsStatus,
]
