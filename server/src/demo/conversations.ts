import { filledIn, preview, variableCount } from '../domain/messaging/template-text.ts'
import { MINUTE_MS } from '../kernel/values/zone.ts'
import { DAY_MS, HOUR_MS, iso, openedAt } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'
import { DIALOGUES, type Dialogue, type Line, TEMPLATES } from './dialogues.ts'
import {
  type CommunicationRow,
  type Counterpart,
  inbound,
  type MessageRow,
  outbound,
  type Place,
  stamped,
} from './written.ts'

const CONVERSATIONS_PER_PATIENT = 0.5
const STRANGERS_PER_PATIENT = 0.06
const MAILS_PER_PATIENT = 0.05
const HISTORY_DAYS = 60
/** Beyond the phones of leads, below those of staff. */
const FIRST_STRANGER_PHONE = 3_000

function counterparts(context: DemoContext): Counterpart[] {
  const { made, plan, random, now } = context
  const known = new Set<string>()
  const isNew = ({ phone }: Counterpart) => !known.has(phone) && known.add(phone) !== undefined
  const recently = (since: number) =>
    Math.max(since + HOUR_MS, now - Math.floor(random.next() ** 2 * HISTORY_DAYS * DAY_MS))
  const contacts = new Map(made('contact').map(contact => [contact.id, contact]))
  const leads = made('lead').flatMap((lead): Counterpart[] => {
    const contact = contacts.get(lead.contact_id)
    if (!contact?.phone || !lead.last_interaction_at) return []
    const { name, phone } = contact
    return [
      {
        phone,
        name,
        patientId: lead.patient_id ?? null,
        leadId: lead.id,
        lastMs: Date.parse(lead.last_interaction_at),
      },
    ]
  })
  const patients = made('patient').flatMap((patient): Counterpart[] => {
    const { phone_number: phone, first_name, last_name, created_at } = patient
    const lastMs = recently(Date.parse(created_at))
    if (!phone || lastMs > now) return []
    return [{ phone, name: `${first_name} ${last_name}`, patientId: patient.id, leadId: null, lastMs }]
  })
  const strangers = Array.from({ length: Math.round(plan.patients * STRANGERS_PER_PATIENT) }, (_, index) => ({
    phone: `${plan.phoneBlock}${String(plan.firstPhone + FIRST_STRANGER_PHONE + index).padStart(4, '0')}`,
    name: random.chance(0.6) ? random.pick(['Abu Fahad', 'Umm Sara', 'Khalid', 'Maria', 'نورة']) : null,
    patientId: null,
    leadId: null,
    lastMs: recently(0),
  }))
  // The phone of a family belongs to the file that was opened first.
  const all = [...leads, ...strangers, ...patients].filter(isNew)
  return all.slice(0, Math.round(plan.patients * CONVERSATIONS_PER_PATIENT))
}

interface Written {
  messages: MessageRow[]
  communications: CommunicationRow[]
}

/** Lines from the last one backwards: each some minutes, now and then hours, before the next. */
function timesOf({ random }: DemoContext, lines: readonly Line[], lastMs: number): number[] {
  const times: number[] = []
  let at = lastMs
  for (const _ of lines) {
    times.unshift(at)
    at -= random.chance(0.15) ? random.integer(2, 20) * HOUR_MS : random.integer(1, 25) * MINUTE_MS
  }
  return times
}

/** An answer may not have been written yet: then what came last is unseen. */
function linesOf({ random }: DemoContext, dialogue: Dialogue, resolved: boolean): readonly Line[] {
  if (resolved) return dialogue.lines
  const asked = dialogue.lines.flatMap(([who], index) => (who === 'in' ? [index + 1] : []))
  return dialogue.lines.slice(0, random.pick(asked))
}

function unseenIn(lines: readonly Line[]): number {
  const answered = lines.findLastIndex(([who]) => who === 'out')
  return lines.length - 1 - answered
}

function converse(context: DemoContext, counterpart: Counterpart, index: number) {
  const { random, id, made } = context
  const resolved = random.chance(0.65)
  const dialogue = random.pick(DIALOGUES)
  const lines = linesOf(context, dialogue, resolved)
  const reminds = counterpart.patientId !== null && random.chance(0.4)
  const times = timesOf(context, reminds ? [['out', ''], ...lines] : lines, counterpart.lastMs)
  const conversationId = id('conversation', index + 1)
  const channel = random.chance(0.9) ? 'whatsapp' : 'sms'
  const written: Written = { messages: [], communications: [] }
  const keep = ({ message, communication }: ReturnType<typeof outbound>) => {
    written.messages.push(message)
    written.communications.push(communication)
  }
  times.forEach((at, place) => {
    const where: Place = { conversationId, counterpart, channel, words: [index + 1, place + 1] }
    const line = lines[reminds ? place - 1 : place]
    if (!line)
      keep(outbound(context, { ...where, channel: 'whatsapp' }, reminderFor(context, counterpart, dialogue), at))
    else if (line[0] === 'out') keep(outbound(context, where, { text: line[1] }, at))
    else written.messages.push(inbound(context, where, line[1], at))
  })
  const first = times[0] ?? counterpart.lastMs
  const lastIn = times.findLast((_, place) => lines[reminds ? place - 1 : place]?.[0] === 'in')
  const agents = made('practitioner').filter(({ takes_leads }) => takes_leads)
  const conversation = {
    id: conversationId,
    phone: counterpart.phone,
    name: counterpart.name,
    language: dialogue.language,
    blocked: counterpart.name === null && random.chance(0.1),
    resolved,
    unseen_count: resolved ? 0 : unseenIn(lines),
    messages_count: written.messages.length,
    last_message_at: iso(counterpart.lastMs),
    last_activity_at: iso(counterpart.lastMs),
    last_inbound_at: lastIn === undefined ? null : iso(lastIn),
    patient_id: counterpart.patientId,
    lead_id: counterpart.leadId,
    assigned_to_id: random.chance(0.7) ? random.pick(agents).id : null,
    ...stamped(first, counterpart.lastMs),
  }
  return { conversation, ...written }
}

function reminderFor({ id, random }: DemoContext, { name, lastMs }: Counterpart, { language }: Dialogue) {
  const templateName = 'appointment_reminder'
  const [, , , body = ''] = TEMPLATES.find(([each, spoken]) => each === templateName && spoken === language) ?? []
  const day = iso(lastMs + random.integer(1, 5) * DAY_MS).slice(0, 10)
  const variables = [name ?? '', day]
  const templateId = id('message_template', templateName, language)
  return { text: filledIn(body, variables), templateText: body, templateId, variables }
}

function mailsOf({ made, plan, random, id, now }: DemoContext): CommunicationRow[] {
  const reachable = made('patient').filter(({ email }) => email)
  return reachable.slice(0, Math.round(plan.patients * MAILS_PER_PATIENT)).map((patient, index) => {
    const at = Math.max(Date.parse(patient.created_at), now - random.integer(1, HISTORY_DAYS) * DAY_MS)
    const text = 'Dear patient, your invoice is attached. Thank you for your visit.'
    const canceled = random.chance(0.1)
    return {
      id: id('communication', 'mail', index + 1),
      channel: 'email',
      state: canceled ? 'CANCELED' : 'SENT',
      attempts: canceled ? 0 : 1,
      template_id: null,
      variables: [],
      subject: 'Your invoice',
      text,
      content_preview: preview(text),
      template_preview: null,
      error_code: null,
      sent_at: canceled ? null : iso(at),
      patient_id: patient.id,
      lead_id: null,
      ...stamped(at),
    }
  })
}

const templatesOf = (context: DemoContext) =>
  TEMPLATES.map(([name, language, category, body, status]) => ({
    ...{ id: context.id('message_template', name, language), name, language, category, status, body },
    ...{ variable_count: variableCount(body) ?? 0, carrier_id: `demo_${name}_${language}` },
    ...{ created_at: openedAt(context), updated_at: openedAt(context) },
  }))

/** Message templates, conversations with what was written in them, and the communications that sent it. */
export const conversationsStep: DemoStep = {
  name: 'conversations',
  rows(context) {
    const all = counterparts(context).map((counterpart, index) => converse(context, counterpart, index))
    return {
      message_template: templatesOf(context),
      communication: [...all.flatMap(({ communications }) => communications), ...mailsOf(context)],
      conversation: all.map(({ conversation }) => conversation),
      conversation_message: all.flatMap(({ messages }) => messages),
    }
  },
}
