import { TEMPLATE_CATEGORIES } from '@clinic/contract/communications.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { CarrierTemplate, Content, MessageCarrier, TemplateDraft } from '../../domain/messaging/message-carrier.ts'
import type { ProviderSettings } from '../../domain/providers/clinic-provider.ts'
import { type Answer, type Ask, isSuccess, providerApi, type RemoteOptions } from '../exchange.ts'
import { recordsAt, textAt, valueAt } from '../json.ts'
import { type AnswerReader, sendOutcome } from './carrier-answer.ts'
import { answerChallenge, readWhatsApp, templateStatusOf, whatsAppError } from './whatsapp-callbacks.ts'

/**
 * WhatsApp Cloud API: https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages and …/message_templates.
 * It takes no idempotency key: a message whose answer was lost is sent again, so it can arrive twice. Our reference goes
 * along as `biz_opaque_callback_data` and comes back with every status, which settles such a message where it did arrive.
 */
export function whatsAppCarrier(settings: ProviderSettings, options: RemoteOptions): MessageCarrier {
  const ask = providerApi('whatsapp_cloud', options, { authorization: `Bearer ${settings.accessToken}` })
  const templates = `/${settings.businessAccountId}/message_templates`
  return {
    send({ to, reference, content }) {
      const addressed = { messaging_product: 'whatsapp', recipient_type: 'individual', to }
      const message = { ...addressed, biz_opaque_callback_data: reference, ...messageOf(content) }
      return sendOutcome(ask('POST', `/${settings.phoneNumberId}/messages`, message), ANSWER)
    },
    async submitTemplate(draft) {
      const body = await bodyOf(ask('POST', templates, templateOf(draft)))
      return body && { carrierId: String(body.id), status: templateStatusOf(body.status) ?? 'PENDING' }
    },
    listTemplates: () => listTemplates(ask, templates),
    read: callback => readWhatsApp(callback, settings),
    answerChallenge: query => answerChallenge(query, settings),
  }
}

const ANSWER: AnswerReader = {
  carrierId: body => textAt(body, 'messages', 0, 'id'),
  error: body => whatsAppError(Number(valueAt(body, 'error', 'code'))),
}

/** What a call that succeeded was answered; nothing for any other. */
async function bodyOf(asked: Promise<Answer>): Promise<Record<string, unknown> | undefined> {
  const answer = await asked.catch(() => undefined)
  return answer && isSuccess(answer) && isRecord(answer.body) ? answer.body : undefined
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
async function listTemplates(ask: Ask, path: string) {
  const found: CarrierTemplate[] = []
  let after: unknown = ''
  for (let page = 0; page < MAX_PAGES && typeof after === 'string'; page++) {
    const query = new URLSearchParams({ fields: FIELDS, limit: String(PAGE_SIZE), ...(after && { after }) })
    const body = await bodyOf(ask('GET', `${path}?${query}`))
    if (!body) return undefined
    found.push(...recordsAt(body, 'data').flatMap(carrierTemplate))
    after = valueAt(body, 'paging', 'next') === undefined ? undefined : valueAt(body, 'paging', 'cursors', 'after')
  }
  return found
}

/** A template that consists of a text with numbered places; others cannot be sent from here. */
function carrierTemplate(template: Record<string, unknown>): CarrierTemplate[] {
  const { id, name, language, parameter_format: format } = template
  const category = TEMPLATE_CATEGORIES.find(known => known === template.category)
  const status = templateStatusOf(template.status)
  const parts = recordsAt(template, 'components')
  const body = parts.find(part => part.type === 'BODY')?.text
  const isSimple = parts.every(({ type }) => type === 'BODY' || type === 'FOOTER') && format !== 'NAMED'
  if (typeof name !== 'string' || typeof language !== 'string' || typeof body !== 'string') return []
  return category && status && isSimple ? [{ carrierId: String(id), name, language, category, status, body }] : []
}
