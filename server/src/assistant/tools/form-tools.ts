import { listConsentForms, listFormSubmissions } from '@clinic/contract/forms.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import { patientFile } from '../../domain/patients/patient-file.ts'
import { closedInput, MAX_ROWS, patientId } from '../inputs.ts'
import { closed, list } from '../schemas.ts'
import { type JsonObject, pageOf, type Tool } from '../tool.ts'
import { longText, shortText, UNTRUSTED } from '../untrusted.ts'
import { viewOf } from '../view.ts'

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

export const listFormsStatus: Tool = {
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
        const asked = { patientId: id, limit: MAX_ROWS }
        const [consents, submissions] = (
          await Promise.all([call.read(listConsentForms, asked), call.read(listFormSubmissions, asked)])
        ).map(answer => pageOf(answer).records)
        const shown = {
          consents: consents?.map(record => consent.show({ record, nameOf })) ?? [],
          submissions:
            submissions?.map(record => ({
              form: submission.show({ record, nameOf }),
              untrusted_answers: answersOf(record),
            })) ?? [],
        }
        const ids = [...(consents ?? []), ...(submissions ?? [])].map(({ id }) => String(id))
        return { content: shown, resourceIds: ids, patientIds: [id] }
      },
    }
  },
}
