import { type Clinic, NotFound, Refused, type SendMessageInput } from '@clinic/sdk'
import type { Bot } from './bot.ts'
import { beginSending, close, markSent, type Recall, recallWith } from './recalls.ts'
import type { Settings } from './settings.ts'
import { TEXTS } from './texts.ts'

type Content = Omit<SendMessageInput, 'patientId'>
/** What is written, with the address of the patient's page in it. */
export type Wording = (address: string) => Content

export const addressOf = ({ publicUrl }: Pick<Bot, 'publicUrl'>, link: string): string => `${publicUrl}/r/${link}`

const smsOf = (clinicName: string, language: Settings['language'], address: string): string =>
  (language === 'both' ? (['en', 'ar'] as const) : [language])
    .map(each => TEXTS[each].message(clinicName, address))
    .join('\n')

/** How patients are written to, or undefined with a word of why none is. A template has one placeholder: the address. */
export async function wordingOf(
  { clinic, log }: Bot,
  { channel, templateId, language }: Settings,
): Promise<Wording | undefined> {
  if (channel === 'sms') {
    const { name } = await clinic.clinic.get()
    return address => ({ channel, text: smsOf(name, language, address) })
  }
  const template = templateId === undefined ? undefined : await approved(clinic, templateId)
  if (template?.variableCount === 1) return address => ({ channel, templateId: template.id, variables: [address] })
  log('No message is sent: choose an approved WhatsApp template with one placeholder in the settings.')
  return undefined
}

/** Asked for beforehand, so that a template that waits for approval is no refusal of a message. */
async function approved(clinic: Clinic, id: string) {
  for await (const template of clinic.messageTemplates.list({ status: 'APPROVED' }))
    if (template.id === id) return template
  return undefined
}

/** Answers of a key are kept for a day: later the same key would write a second time. */
const KEY_HOLDS_MS = 20 * 3_600_000

/** Decides what is written and keeps it before the first attempt. */
export async function begin(bot: Bot, recall: Recall, wording: Wording): Promise<void> {
  const content = wording(addressOf(bot, recall.link))
  beginSending(bot.database, recall.id, JSON.stringify(content), bot.now().toISOString())
  const begun = recallWith(bot.database, recall.id)
  if (begun?.state === 'SENDING') await send(bot, begun)
}

/**
 * Sends what was decided. The key is that of the recall, so that it may be done again after any crash; what cannot be done
 * again safely is not, and never twice is kept before once.
 */
export async function send({ clinic, database, now }: Bot, recall: Recall): Promise<void> {
  const since = Date.parse(recall.sendingSince ?? '')
  if (!(now().getTime() - since < KEY_HOLDS_MS)) return void close(database, recall.id, 'perhaps written to')
  const content: Content = JSON.parse(recall.message ?? '{}')
  try {
    await clinic.messages.send({ ...content, patientId: recall.patientId }, { idempotencyKey: `recall-${recall.id}` })
    markSent(database, recall.id)
  } catch (error) {
    // A patient without a phone, a file that was closed: the contract's word is the last.
    if (!(error instanceof Refused || error instanceof NotFound)) throw error
    close(database, recall.id, error.code)
  }
}
