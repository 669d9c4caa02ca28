import { type MessageTemplate, TEMPLATE_CATEGORIES, TEMPLATE_STATUSES } from '@clinic/contract/communications.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { TemplateRow } from '../domain/messaging/communication.ts'
import { wordOf } from '../kernel/values/word-of.ts'

const categoryOf = wordOf(TEMPLATE_CATEGORIES)
const statusOf = wordOf(TEMPLATE_STATUSES)

export const presentMessageTemplate = (row: TemplateRow): Static<typeof MessageTemplate> => ({
  object: 'message_template',
  id: row.id,
  name: row.name,
  language: row.language,
  category: categoryOf(row.category),
  status: statusOf(row.status),
  body: row.body,
  variableCount: row.variable_count,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
