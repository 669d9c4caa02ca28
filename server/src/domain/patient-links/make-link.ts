import { sql } from '../../db/statement.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { moneySettings } from '../billing/money-settings.ts'
import { newPatientLink, type PatientLinkRow } from '../links/patient-link.ts'
import { queueCommunication } from '../messaging/queue-communication.ts'
import { filledIn } from '../messaging/template-text.ts'
import { type PatientRow, wholePatientFile } from '../patients/patient-file.ts'
import { type LinkedKind, requireRight, SUBJECTS, type Subject } from './subjects.ts'

type Channel = 'whatsapp' | 'sms' | 'email' | 'none'

export interface LinkWish {
  kind: LinkedKind
  subjectId: string
  patientId: string
  channel: Channel
  templateId?: string | undefined
  days?: number | undefined
  /** For a tablet at the clinic, which is handed to the patient. */
  here?: boolean | undefined
}

export interface MadeLink {
  link: PatientLinkRow
  url: string
}

const HERE_MS = 15 * 60_000
const DAY_MS = 86_400_000

/**
 * Makes the link by which a patient sees something, and sends it where a channel is named. The older link to the same ends.
 * On a tablet at the clinic it holds for 15 minutes and asks nothing; elsewhere it asks in which year the patient was born,
 * where the file says it.
 */
export async function makePatientLink(
  tx: Tx,
  { kind, here = false, ...wish }: LinkWish,
  { linkOf }: { linkOf(page: string, token: string): string },
): Promise<MadeLink> {
  const subject = SUBJECTS[kind]
  requireRight(tx, kind)
  if (wish.templateId !== undefined) await tx.get('message_template', wish.templateId)
  requireSense({ ...wish, here })
  const patient = await wholePatientFile(tx, wish.patientId)
  const prepared = await subject.prepare(tx, { id: wish.subjectId, patientId: patient.id, isSent: !here })
  if (prepared.patientId !== patient.id) refuse('not_found', { resource: 'patient' })
  const { link, token } = await newPatientLink(tx, {
    ...{ kind, subjectId: prepared.subjectId, patientId: patient.id, documentId: prepared.documentId ?? null },
    expiresAt: await endOf(tx, { days: wish.days, here, endsAt: prepared.endsAt }),
    isKept: subject.isKept ?? false,
    asksBirthYear: !here && !subject.isAnonymous && patient.birth_date !== null,
  })
  const url = linkOf(subject.page, token)
  if (wish.channel !== 'none') await send(tx, subject, { ...wish, patient, url })
  return { link, url }
}

function requireSense({ channel, templateId, days, here }: Omit<LinkWish, 'kind'>): void {
  if (here && channel !== 'none')
    refuseInput({ path: '/channel', code: 'exclusive', message: 'must be none for a tablet at the clinic' })
  if (here && days !== undefined)
    refuseInput({ path: '/days', code: 'exclusive', message: 'must not be given for a tablet at the clinic' })
  if ((channel === 'whatsapp') !== (templateId !== undefined))
    refuseInput({ path: '/templateId', code: 'of_whatsapp', message: 'must be given for whatsapp, and only there' })
}

async function endOf(
  tx: Tx,
  { days, here, endsAt }: { days: number | undefined; here: boolean; endsAt: string | null },
) {
  const now = Date.parse(tx.now)
  const wished = now + (here ? HERE_MS : (days ?? (await moneySettings(tx)).linkDays) * DAY_MS)
  return new Date(endsAt === null ? wished : Math.min(wished, Date.parse(endsAt))).toISOString()
}

interface Sending extends Pick<LinkWish, 'channel' | 'templateId'> {
  patient: PatientRow
  url: string
}

const clinicNames = sql<{ name: string; name_ar: string | null; locale: string }>(
  'select name, name_ar, locale from clinic where company_id = $1',
)

async function send(tx: Tx, subject: Subject, { channel, templateId, patient, url }: Sending): Promise<void> {
  const [clinic] = await tx.sql(clinicNames([tx.clinic.id]))
  if (!clinic) throw new Error('A transaction runs in a clinic.')
  const language = (patient.language ?? clinic.locale).startsWith('ar') ? 'ar' : 'en'
  const name = (language === 'ar' ? clinic.name_ar : null) ?? clinic.name
  const shared = { patientId: patient.id, userId: tx.caller.id }
  if (channel === 'email') {
    if (patient.email === null)
      return refuseInput({ path: '/channel', code: 'no_email', message: 'must be another: the file has no e-mail' })
    const text = subject.message[language](name, url)
    await queueCommunication(tx, { ...shared, channel, subject: name, text })
  } else if (channel !== 'none') {
    const { phone_number: phone } = patient
    if (phone === null) return refuse('patient_has_no_phone')
    const content =
      templateId === undefined
        ? { text: subject.message[language](name, url) }
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
