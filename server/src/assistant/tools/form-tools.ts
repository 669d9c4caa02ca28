import { Id } from '@clinic/contract/fields.ts'
import { listConsentForms, listFormSubmissions } from '@clinic/contract/forms.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import { patientFile } from '../../domain/patients/patient-file.ts'
import { closedInput, MOST_ROWS } from '../inputs.ts'
import { type Plain, pageOf, type Tool } from '../tool.ts'
import { name, prose, UNTRUSTED } from '../untrusted.ts'
import { closed, list, viewOf } from '../view.ts'

const SUBMISSION = { leaveOut: ['answers', 'patientId'], prose: ['ref'] }
const CONSENT = { leaveOut: ['patientId', 'templateId'] }
const ANSWERS = {
  ...list(closed({ question: { type: 'string' }, answer: { type: 'string' } })),
  description: UNTRUSTED,
}

/** The answers by the key of their question, each as text: what was typed could be anything. */
const answersOf = ({ answers }: Plain): Plain[] =>
  Object.entries(isRecord(answers) ? answers : {}).map(([question, answer]) => ({
    question: name(question),
    answer: prose(typeof answer === 'string' ? answer : JSON.stringify(answer)),
  }))

const nobody = () => null

export const listFormsStatus: Tool = {
  name: 'list_forms_status',
  title: 'List forms of a patient',
  description: `Consent forms of a patient and whether they are signed, and forms that were filled in, with the answers; newest first, at most ${MOST_ROWS} of each.`,
  scopes: ['clinical:read', 'patients:read'],
  input: closedInput({ patient_id: Id }),
  bind(sight) {
    const consent = viewOf(listConsentForms.returns, CONSENT, sight)
    const submission = viewOf(listFormSubmissions.returns, SUBMISSION, sight)
    const filled = closed({ form: submission.schema, untrusted_answers: ANSWERS })
    return {
      output: closed({ consents: list(consent.schema), submissions: list(filled) }),
      async run(call, { patient_id }) {
        const patientId = String(patient_id)
        await patientFile(call.tx, patientId)
        const asked = { patientId, limit: MOST_ROWS }
        const [consents, submissions] = (
          await Promise.all([call.read(listConsentForms, asked), call.read(listFormSubmissions, asked)])
        ).map(answer => pageOf(answer).records)
        const shown = {
          consents: consents?.map(record => consent.show(record, nobody)) ?? [],
          submissions:
            submissions?.map(record => ({
              form: submission.show(record, nobody),
              untrusted_answers: answersOf(record),
            })) ?? [],
        }
        const ids = [...(consents ?? []), ...(submissions ?? [])].map(({ id }) => String(id))
        return { content: shown, resourceIds: ids, patientIds: [patientId] }
      },
    }
  },
}
