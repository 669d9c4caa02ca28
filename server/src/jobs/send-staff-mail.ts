import { sql } from '../db/statement.ts'
import { bothIn, type MailText } from '../domain/mail/bilingual-mail.ts'
import { type PublisherInvitation, publisherInvitationText } from '../domain/mail/publisher-mail-texts.ts'
import { type StaffMailKind, staffMailText } from '../domain/mail/staff-mail-texts.ts'
import type { SendOutcome } from '../domain/messaging/message-carrier.ts'
import { type LinkKind, linkToken, linkTokenHash } from '../domain/staff/mail-link.ts'
import { type JobRun, scheduledJob } from './job.ts'

const BATCH_SIZE = 50
/** Waits double from a minute; by then the link has run out, or the person has asked again. */
const MAX_ATTEMPTS = 10
/** The console's pages that links lead to. */
export const LINK_PAGES: Readonly<Record<LinkKind, string>> = {
  password_reset: '/reset',
  invitation: '/invite',
  registration: '/signup',
}

interface Mail {
  id: string
  kind: StaffMailKind | 'publisher_invitation'
  subject_id: string
  /** Of a link; other mails have none. */
  token_hash: Buffer | null
  attempts: number
  /** Null where there is no recipient, or none any more. */
  email: string | null
  company_id: string | null
  clinic_name: string | null
  /** Of an invitation to a publisher that stands; other mails have none. */
  facts: PublisherInvitation | null
}

/** Of a clinic that lives elsewhere nothing is kept here. */
const claim = sql<Mail>(`
  select id, kind, subject_id, token_hash, attempts, email, case when lives_here(company_id) then company_id end as company_id,
    clinic_name, facts
  from claim_staff_mail($1)`)
const close = sql('select close_staff_mail($1, $2)')

/**
 * Sends people the links that they asked for or are invited by, and a mail when their login was changed. The token of a
 * link is computed here and stored nowhere.
 */
export const sendStaffMail = scheduledJob('send_staff_mail', '* * * * *', async run => {
  const mails = await run.onPlatform(tx => tx.sql(claim([BATCH_SIZE])))
  for (const mail of mails) {
    const outcome = await attempt(run, mail)
    const isOver = outcome.result !== 'retry' || mail.attempts >= MAX_ATTEMPTS
    const error = 'error' in outcome ? outcome.error : null
    if (isOver) await run.onPlatform(tx => tx.sql(close([mail.id, error])))
  }
})

async function attempt(run: JobRun, mail: Mail): Promise<SendOutcome> {
  const { id, email, company_id: companyId } = mail
  if (email === null) return { result: 'refused', error: 'recipient_unreachable' }
  const written = textOf(run, mail)
  // Made with a master key that is not the first any more: the person has to ask for another link.
  if (written === undefined) return { result: 'refused', error: 'content_refused' }
  const carrier = run.ownerMail(companyId)
  if (!carrier) return { result: 'retry', error: 'carrier_not_configured' }
  return carrier.send({ reference: id, to: email, content: { type: 'mail', ...written }, callbackUrl: '' })
}

/** What the mail says; nothing where the link that was promised cannot be made any more. */
function textOf({ box, consoleUrl, mayRegister }: JobRun, mail: Mail): MailText | undefined {
  const { kind, subject_id: subjectId, token_hash: hash, clinic_name: clinicName, facts } = mail
  if (kind === 'publisher_invitation')
    return facts
      ? bothIn(publisherInvitationText(facts, { consoleUrl, mayRegister }), facts.language ?? 'en')
      : undefined
  if (!isLink(kind)) return staffMailText(kind, { clinicName, link: `${consoleUrl}/login` })
  const token = linkToken(box, kind, subjectId)
  if (!hash || !linkTokenHash(token).equals(hash)) return undefined
  return staffMailText(kind, { clinicName, link: `${consoleUrl}${LINK_PAGES[kind]}/${token}` })
}

const isLink = (kind: StaffMailKind): kind is LinkKind => Object.hasOwn(LINK_PAGES, kind)
