import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { channelOf } from '../messaging/communication.ts'
import { queueCommunication } from '../messaging/queue-communication.ts'
import { filledIn } from '../messaging/template-text.ts'
import { isTooLate } from '../messaging/too-late.ts'
import { dayRules } from '../scheduling/day-rules.ts'
import { type DueVisit, visitsAhead } from './due-visits.ts'
import { type Language, languageOf, textOf, valuesOf } from './reminder-text.ts'
import { dueAt, type Quiet } from './reminder-time.ts'
import { activeRules, type RuleRow, templateProblem } from './rules.ts'
import { newVisitLink } from './visit-link.ts'

/** So many of one rule in one transaction. */
export const MOST_REMINDED = 200

const localeOf = sql<{ locale: string; name: string; name_ar: string | null }>(
  'select locale, name, name_ar from clinic where company_id = $1',
)
/** The key lets one worker win. */
const take = sql<{ id: string }>(`
  insert into reminder (company_id, id, rule_id, appointment_id, starts_at, due_at, state, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
  on conflict on constraint reminder_once do nothing returning id`)
const setCommunication = sql('update reminder set communication_id = $3 where company_id = $1 and id = $2')
const template = sql<{ id: string; body: string; language: string }>(`
  select id, body, language from message_template
  where company_id = $1 and name = $2 and status = 'APPROVED' order by language like $3 || '%' desc, language limit 1`)

interface Outside {
  /** Whether the clinic has a carrier for a channel. */
  canSend(channel: string): Promise<boolean>
  /** Where the patient's page with a token is. */
  linkOf(token: string): string
}

interface Clinic {
  locale: string
  name: string
  name_ar: string | null
}

/**
 * Reminds of the visits that are due by the rules of the clinic: each is written down first, and its message queued in the
 * same transaction. It answers how many it looked at, and is asked again where these were as many as it takes.
 */
export async function remind(tx: Tx, { canSend, linkOf }: Outside): Promise<number> {
  const rules = await activeRules(tx)
  const [clinic] = await tx.sql(localeOf([tx.clinic.id]))
  if (rules.length === 0 || !clinic) return 0
  const quiet = await dayRules(tx)
  let most = 0
  for (const rule of rules) {
    if (!(await canSend(rule.channel)) || (await templateProblem(tx, rule)) !== null) continue
    const visits = await visitsAhead(tx, rule, MOST_REMINDED)
    let written = 0
    for (const visit of visits) if (await remindOf(tx, { rule, visit, quiet, clinic, linkOf })) written++
    // Those that are not due yet are looked at again in a minute.
    most = Math.max(most, written)
  }
  return most
}

interface Reminding {
  rule: RuleRow
  visit: DueVisit
  quiet: Quiet
  clinic: Clinic
  linkOf(token: string): string
}

/** Whether anything was written down: what is not due yet is left alone. */
async function remindOf(tx: Tx, { rule, visit, quiet, clinic, linkOf }: Reminding): Promise<boolean> {
  const [now, startsAt] = [Date.parse(tx.now), Date.parse(visit.starts_at)]
  const due = dueAt(rule, startsAt, quiet, tx.clinic.timeZone)
  if (due > now) return false
  const to = rule.channel === 'email' ? visit.email : visit.phone
  const isSent = to !== null && !isTooLate({ dueAt: due, startsAt, minutesBefore: rule.minutes_before }, now)
  const id = newId('rem', now)
  const key = [rule.id, visit.id, visit.starts_at, new Date(due).toISOString(), isSent ? 'QUEUED' : 'SKIPPED']
  const [taken] = await tx.sql(take([tx.clinic.id, id, ...key, tx.now]))
  if (!taken || !isSent) return true
  const communication = await queue(tx, { rule, visit, clinic, to, linkOf })
  await tx.sql(setCommunication([tx.clinic.id, id, communication]))
  return true
}

async function queue(
  tx: Tx,
  { rule, visit, clinic, to, linkOf }: Omit<Reminding, 'quiet'> & { to: string },
): Promise<string> {
  const language = languageOf(visit, clinic.locale)
  const link = saysLink(rule) ? linkOf((await newVisitLink(tx, visit)).token) : ''
  const content = await contentOf(tx, rule, visit, { language, link })
  const channel = channelOf(rule.channel)
  const shared = { ...content, patientId: visit.patient_id }
  const subject = (language === 'ar' ? clinic.name_ar : null) ?? clinic.name
  const { id } =
    channel === 'email'
      ? await queueCommunication(tx, { ...shared, channel, subject })
      : await queueCommunication(tx, { ...shared, channel, phone: to })
  return id
}

const saysLink = ({ text, text_ar, variables }: RuleRow): boolean =>
  variables.includes('link') || /\{\{\s*link\s*\}\}/.test(`${text} ${text_ar}`)

/** What a rule says of a visit, as it is read. */
export async function contentOf(
  tx: Tx,
  rule: RuleRow,
  visit: DueVisit,
  { language, link }: { language: Language; link: string },
) {
  const { template_name: name, variables: wanted } = rule
  const { timeZone } = tx.clinic
  if (name === null) return { text: textOf(rule, valuesOf(visit, { language, link, timeZone }), language) }
  const [found] = await tx.sql(template([tx.clinic.id, name, language]))
  if (!found) throw new Error('A rule without a template reminds no patient.')
  const written = found.language.startsWith('ar') ? 'ar' : 'en'
  const values: Readonly<Record<string, string>> = valuesOf(visit, { language: written, link, timeZone })
  const variables = wanted.map(word => values[word] ?? '')
  return { templateId: found.id, templateText: found.body, variables, text: filledIn(found.body, variables) }
}
