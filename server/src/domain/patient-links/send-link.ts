import { sql } from '../../db/statement.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { queueCommunication } from '../messaging/queue-communication.ts'
import { filledIn } from '../messaging/template-text.ts'
import type { PatientRow } from '../patients/patient-file.ts'

export type Language = 'en' | 'ar'
/** What the patient is written, by language. */
export type LinkMessage = Readonly<Record<Language, (clinic: string, link: string) => string>>

/** How a link is sent. */
export interface Sending {
  channel: 'whatsapp' | 'sms' | 'email' | 'none'
  templateId?: string | undefined
}

/** Refuses a template that is not there, and one beside another channel than its own. */
export async function requireTemplate(tx: Tx, { channel, templateId }: Sending): Promise<void> {
  if (templateId !== undefined) await tx.get('message_template', templateId)
  if ((channel === 'whatsapp') !== (templateId !== undefined))
    refuseInput({ path: '/templateId', code: 'of_whatsapp', message: 'must be given for whatsapp, and only there' })
}

const clinicNames = sql<{ name: string; name_ar: string | null; locale: string }>(
  'select name, name_ar, locale from clinic where company_id = $1',
)

interface Sent extends Sending {
  message: LinkMessage
  patient: PatientRow
  url: string
}

/** Sends a link to a patient in the language of the file, else of the clinic. */
export async function sendLink(tx: Tx, { message, channel, templateId, patient, url }: Sent): Promise<void> {
  const [clinic] = await tx.sql(clinicNames([tx.clinic.id]))
  if (!clinic) throw new Error('A transaction runs in a clinic.')
  const language = (patient.language ?? clinic.locale).startsWith('ar') ? 'ar' : 'en'
  const name = (language === 'ar' ? clinic.name_ar : null) ?? clinic.name
  const shared = { patientId: patient.id, userId: tx.caller.id }
  if (channel === 'email') {
    if (patient.email === null)
      return refuseInput({ path: '/channel', code: 'no_email', message: 'must be another: the file has no e-mail' })
    const text = message[language](name, url)
    await queueCommunication(tx, { ...shared, channel, subject: name, text })
  } else if (channel !== 'none') {
    const { phone_number: phone } = patient
    if (phone === null) return refuse('patient_has_no_phone')
    const content =
      templateId === undefined
        ? { text: message[language](name, url) }
        : await fromTemplate(tx, templateId, [patient.first_name ?? '', name, url])
    await queueCommunication(tx, { ...shared, ...content, channel, phone })
  }
}

/** A template ends with the link: of one, two or three values the last is it, before it the clinic, and the patient first. */
async function fromTemplate(tx: Tx, templateId: string, values: readonly string[]) {
  const { status, body, variable_count: count } = await tx.get('message_template', templateId)
  if (status !== 'APPROVED') return refuse('template_not_approved')
  if (count < 1 || count > values.length)
    refuseInput({ path: '/templateId', code: 'variable_count', message: `must take 1 to ${values.length} values` })
  const variables = values.slice(-count)
  return { templateId, variables, templateText: body, text: filledIn(body, variables) }
}
