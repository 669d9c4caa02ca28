import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { stateOfLink } from '../billing/close-payment-links.ts'
import { isPayable } from '../billing/online-payment-row.ts'
import { wholePatientFile } from '../patients/patient-file.ts'
import { type LinkMessage, requireTemplate, type Sending, sendLink } from './send-link.ts'

const MESSAGE: LinkMessage = {
  en: (clinic, link) => `${clinic}: you can pay your invoice here: ${link}`,
  ar: (clinic, link) => `${clinic}: يمكنك سداد فاتورتك من هنا: ${link}`,
}

interface PaymentLinkSending extends Sending {
  /** Of the online payment. */
  id: string
  linkOf(token: string): string
}

/** Sends a link that can be paid to the patient whose invoice it is, at its one address; nothing where no channel is named. */
export async function sendPaymentLink(tx: Tx, { id, linkOf, ...sending }: PaymentLinkSending): Promise<void> {
  await requireTemplate(tx, sending)
  const link = await tx.lock('online_payment', id)
  if (!isPayable(link, tx.now)) refuse('invalid_state_transition', { from: stateOfLink(link), to: 'SENT' })
  if (sending.channel === 'none') return
  const { patient_id } = await tx.get('invoice', link.invoice_id)
  const patient = await wholePatientFile(tx, patient_id)
  await sendLink(tx, { ...sending, message: MESSAGE, patient, url: linkOf(link.link_token) })
  await tx.update('online_payment', id, { sent_at: tx.now })
}
