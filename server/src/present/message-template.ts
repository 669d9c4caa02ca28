import { type MessageTemplate, TEMPLATE_CATEGORIES, TEMPLATE_STATUSES } from '@clinic/contract/communications.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { TemplateRow } from '../domain/messaging/communication.ts'
import { knownWord } from '../kernel/values/known-word.ts'

export const presentMessageTemplate = (row: TemplateRow): Static<typeof MessageTemplate> => ({
  object: 'message_template',
  id: row.id,
  name: row.name,
  language: row.language,
  category: knownWord(TEMPLATE_CATEGORIES, row.category),
  status: knownWord(TEMPLATE_STATUSES, row.status),
  body: row.body,
  variableCount: row.variable_count,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
