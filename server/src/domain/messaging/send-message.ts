import type { sendMessage as declared } from '@clinic/contract/communications.ts'
import type { Input } from '@clinic/contract/kernel.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { wholePatientFile } from '../patients/patient-file.ts'
import type { CommunicationRow } from './communication.ts'
import { queueCommunication } from './queue-communication.ts'
import { filledIn } from './template-text.ts'

/**
 * Sends a patient a template by WhatsApp or a text by SMS. The phone number is the one in the patient's file; it goes to
 * the carrier and nowhere else.
 */
export async function sendMessage(
  tx: Tx,
  input: Input<typeof declared> & { userId?: string },
): Promise<CommunicationRow> {
  const content = input.templateId === undefined ? { text: input.text ?? '' } : await fromTemplate(tx, input)
  const { phone_number: phone } = await wholePatientFile(tx, input.patientId)
  if (phone === null) return refuse('patient_has_no_phone')
  return queueCommunication(tx, {
    ...content,
    channel: input.channel,
    phone,
    patientId: input.patientId,
    userId: input.userId,
  })
}

async function fromTemplate(tx: Tx, { templateId = '', variables = [] }: Input<typeof declared>) {
  const { status, body, variable_count: count } = await tx.get('message_template', templateId)
  if (status !== 'APPROVED') return refuse('template_not_approved')
  if (variables.length !== count) {
    const message = `must have ${count} ${count === 1 ? 'value' : 'values'}, one for each placeholder of the template`
    return refuseInput({ path: '/variables', code: 'variable_count', message })
  }
  return { templateId, variables, templateText: body, text: filledIn(body, variables) }
}
