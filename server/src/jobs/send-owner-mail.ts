import { sql } from '../db/statement.ts'
import type { MailText } from '../domain/mail/bilingual-mail.ts'
import { OWN_SECURITY, roomOf } from '../domain/mail/mail-rooms.ts'
import { mailText } from '../domain/mail/mail-texts.ts'
import type { SendOutcome } from '../domain/messaging/message-carrier.ts'
import { type JobRun, scheduledJob } from './job.ts'

const BATCH_SIZE = 50
/** Waits double from a minute to a day; then it is given up. */
const MAX_ATTEMPTS = 10

interface Mail {
  company_id: string
  id: string
  /** OWNERS, the PERSON alone, or the DEVELOPER of a plugin. */
  audience: string
  template: string
  data: unknown
  attempts: number
  sent_to: string[]
  /** Whom it is about, where they are to have it too. */
  user_id: string | null
  /** Of the audience DEVELOPER. */
  address: string | null
}

interface Reader {
  company_id: string
  clinic_name: string
  user_id: string
  email: string
  is_owner: boolean
}

/** An attempt has its mails until the next is due, so that no other worker takes them. */
const claim = sql<Mail>(`
  update outgoing_mail as mail
  set attempts = mail.attempts + 1, due_at = now() + least(2 ^ mail.attempts, 1440) * interval '1 minute'
  from (
    select company_id, id from outgoing_mail
    where sent_at is null and error_code is null and due_at <= now()
    order by due_at limit ${BATCH_SIZE} for update skip locked
  ) as due
  where mail.company_id = due.company_id and mail.id = due.id
  returning mail.company_id, mail.id, mail.audience, mail.template, mail.data, mail.attempts, mail.sent_to,
    mail.user_id, mail.address`)
const readersOf = sql<Reader>('select company_id, clinic_name, user_id, email, is_owner from mail_readers($1, $2)')
const record = sql(`
  update outgoing_mail set sent_to = $3, sent_at = case when $4 then now() end, error_code = $5, updated_at = now()
  where company_id = $1 and id = $2`)

/**
 * Sends the platform's mails to the owners of clinics, and to the person whom a mail is about; the recipients are decided
 * now. Those who have a mail do not get it again when it is repeated for the others.
 */
export const sendOwnerMail = scheduledJob('send_owner_mail', '* * * * *', async run => {
  const mails = await run.onPlatform(tx => tx.sql(claim([])))
  const companies = [...new Set(mails.map(({ company_id }) => company_id))]
  const people = mails.flatMap(({ user_id }) => user_id ?? [])
  const readers = mails.length > 0 ? await run.onPlatform(tx => tx.sql(readersOf([companies, people]))) : []
  for (const mail of mails) await sendOne(run, mail, readersOfMail(mail, readers))
})

const readersOfMail = (mail: Mail, readers: readonly Reader[]): readonly Reader[] =>
  mail.address === null ? readers.filter(reader => isReader(reader, mail)) : [developer(mail, mail.address)]

/** Who makes a plugin is no user of the platform by that: what they are written names the clinic itself. */
const developer = ({ company_id }: Mail, email: string): Reader => ({
  ...{ company_id, email, clinic_name: '', user_id: 'developer', is_owner: false },
})

const isReader = ({ company_id, user_id, is_owner }: Reader, mail: Mail): boolean =>
  company_id === mail.company_id && ((is_owner && mail.audience === 'OWNERS') || user_id === mail.user_id)

async function sendOne(run: JobRun, mail: Mail, readers: readonly Reader[]): Promise<void> {
  const { company_id: companyId, id, template, data, attempts } = mail
  const sentTo = [...mail.sent_to]
  const outcomes: SendOutcome[] = []
  for (const reader of readers.filter(({ user_id }) => !sentTo.includes(user_id))) {
    const text = mailText(template, {
      clinicName: reader.clinic_name,
      consoleUrl: roomUrl(run.consoleUrl, mail, reader),
      data,
    })
    const outcome = text ? await send(run, mail, reader, text) : NO_TEXT
    outcomes.push(outcome)
    if (outcome.result === 'sent') sentTo.push(reader.user_id)
  }
  const waits = attempts < MAX_ATTEMPTS && (readers.length === 0 || outcomes.some(({ result }) => result === 'retry'))
  const error = sentTo.length > 0 || waits ? null : (errorsOf(outcomes)[0] ?? 'no_recipient')
  const isDone = sentTo.length > 0 && !waits
  await run.onPlatform(tx => tx.sql(record([companyId, id, sentTo, isDone, error])))
}

/** The room of the clinic that a mail leads to; its data names no more than what the room is about. */
function roomUrl(consoleUrl: string, { company_id, template, data }: Mail, { is_owner }: Reader): string {
  if (template === 'security_event' && !is_owner) return new URL(OWN_SECURITY, consoleUrl).href
  const path = roomOf(template, data)
  return path === undefined ? consoleUrl : new URL(`/c/${company_id}${path}`, consoleUrl).href
}

const NO_TEXT: SendOutcome = { result: 'refused', error: 'content_refused' }
const errorsOf = (outcomes: readonly SendOutcome[]) => outcomes.flatMap(each => ('error' in each ? [each.error] : []))

async function send(
  { ownerMail }: JobRun,
  { company_id: companyId, id }: Mail,
  { user_id: userId, email: to }: Reader,
  { subject, text }: MailText,
): Promise<SendOutcome> {
  const carrier = ownerMail(companyId)
  if (!carrier) return { result: 'retry', error: 'carrier_not_configured' }
  return carrier.send({ reference: `${id}.${userId}`, to, content: { type: 'mail', subject, text }, callbackUrl: '' })
}
