import { TEMPLATE_CATEGORIES } from '@clinic/contract/communications.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type {
  CarrierTemplate,
  Content,
  MessageCarrier,
  SendOutcome,
  TemplateDraft,
} from '../../domain/messaging/message-carrier.ts'
import type { ProviderSettings } from '../../domain/providers/clinic-provider.ts'
import { type Answer, isSuccess, type RemoteOptions } from '../exchange.ts'
import { askCarrier, refusalOf, UNANSWERED } from './carrier-answer.ts'
import { answerChallenge, readWhatsApp, templateStatusOf } from './whatsapp-callbacks.ts'
import { whatsAppError } from './whatsapp-errors.ts'

/**
 * WhatsApp Cloud API: https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages and …/message_templates.
 * It takes no idempotency key: a message whose answer was lost is sent again, so it can arrive twice. Our reference goes
 * along as `biz_opaque_callback_data` and comes back with every status, which settles such a message where it did arrive.
 */
export const WHATSAPP_SETTINGS = [
  'phoneNumberId',
  'businessAccountId',
  'accessToken',
  'appSecret',
  'verifyToken',
] as const

export function whatsAppCarrier(settings: ProviderSettings, { apiBase, deadlineMs }: RemoteOptions): MessageCarrier {
  const post = (path: string, body: unknown): Promise<Answer | undefined> =>
    askCarrier(`${apiBase}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${settings.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      deadlineMs,
    })
  const get = (path: string): Promise<Answer | undefined> =>
    askCarrier(`${apiBase}/${path}`, {
      method: 'GET',
      headers: { authorization: `Bearer ${settings.accessToken}` },
      deadlineMs,
    })
  return {
    async send({ to, reference, content }) {
      const answer = await post(`${settings.phoneNumberId}/messages`, {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to,
        biz_opaque_callback_data: reference,
        ...messageOf(content),
      })
      return outcomeOf(answer)
    },
    async submitTemplate(draft) {
      const answer = await post(`${settings.businessAccountId}/message_templates`, templateOf(draft))
      if (!answer || !isSuccess(answer) || !isRecord(answer.body)) return undefined
      const { id, status } = answer.body
      return { carrierId: String(id), status: templateStatusOf(String(status)) ?? 'PENDING' }
    },
    listTemplates: () => listTemplates(get, `${settings.businessAccountId}/message_templates`),
    read: callback => readWhatsApp(callback, settings),
    answerChallenge: query => answerChallenge(query, settings),
  }
}

function messageOf(content: Content) {
  if (content.type !== 'template') return { type: 'text', text: { body: content.text, preview_url: false } }
  const { name, language, variables } = content
  const parameters = variables.map(text => ({ type: 'text', text }))
  const components = parameters.length > 0 ? [{ type: 'body', parameters }] : []
  return { type: 'template', template: { name, language: { code: language }, components } }
}

/** Placeholders need an example each. */
function templateOf({ name, language, category, body }: TemplateDraft) {
  const examples = [...new Set(body.match(/\{\{\s*\d+\s*\}\}/g))].map((_, index) => `example ${index + 1}`)
  const example = examples.length > 0 ? { example: { body_text: [examples] } } : {}
  return { name, language, category, components: [{ type: 'BODY', text: body, ...example }] }
}

const FIELDS = 'id,name,language,category,status,components,parameter_format'
const PAGE_SIZE = 100
const MAX_PAGES = 20

/** Page by page; a page that does not come makes the whole unknown, so that nothing half is taken over. */
async function listTemplates(get: (path: string) => Promise<Answer | undefined>, path: string) {
  const found: CarrierTemplate[] = []
  let after: unknown = ''
  for (let page = 0; page < MAX_PAGES && typeof after === 'string'; page++) {
    const query = new URLSearchParams({ fields: FIELDS, limit: String(PAGE_SIZE), ...(after && { after }) })
    const answer = await get(`${path}?${query}`)
    if (!answer || !isSuccess(answer) || !isRecord(answer.body)) return undefined
    const { data, paging } = answer.body
    found.push(...(Array.isArray(data) ? data.filter(isRecord) : []).flatMap(carrierTemplate))
    after = isRecord(paging) && 'next' in paging && isRecord(paging.cursors) ? paging.cursors.after : undefined
  }
  return found
}

/** A template that consists of a text with numbered places; others cannot be sent from here. */
function carrierTemplate(template: Record<string, unknown>): CarrierTemplate[] {
  const { id, name, language, components, parameter_format: format } = template
  const category = TEMPLATE_CATEGORIES.find(known => known === template.category)
  const status = templateStatusOf(String(template.status))
  const parts = Array.isArray(components) ? components.filter(isRecord) : []
  const body = parts.find(part => part.type === 'BODY')?.text
  const isSimple = parts.every(({ type }) => type === 'BODY' || type === 'FOOTER') && format !== 'NAMED'
  if (typeof name !== 'string' || typeof language !== 'string' || typeof body !== 'string') return []
  return category && status && isSimple ? [{ carrierId: String(id), name, language, category, status, body }] : []
}

function outcomeOf(answer: Answer | undefined): SendOutcome {
  if (!answer) return UNANSWERED
  const body = isRecord(answer.body) ? answer.body : {}
  if (!isSuccess(answer))
    return refusalOf(answer, isRecord(body.error) ? whatsAppError(Number(body.error.code)) : undefined)
  const [message] = Array.isArray(body.messages) ? body.messages : []
  return { result: 'sent', carrierId: isRecord(message) && typeof message.id === 'string' ? message.id : null }
}
