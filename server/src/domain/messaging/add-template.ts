import { refuseInput } from '../../kernel/errors.ts'
import { enqueue } from '../../kernel/job-queue.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import type { TemplateRow } from './communication.ts'
import { templateSubmission } from './dispatch.ts'
import { variableCount } from './template-text.ts'

interface NewTemplate {
  /** Lower case, digits and `_`, as WhatsApp asks. */
  name: string
  /** `ar`, `en`, `en_US`. */
  language: string
  category: 'UTILITY' | 'MARKETING' | 'AUTHENTICATION'
  body: string
}

const MOST_VARIABLES = 20
const LONGEST_BODY = 1024

/** Writes a template and hands it in for approval; until the carrier has approved it, it cannot be sent. */
export async function addTemplate(tx: Tx, { name, language, category, body }: NewTemplate): Promise<TemplateRow> {
  const count = variableCount(body)
  if (!/^[a-z0-9_]{1,512}$/.test(name))
    return refuseInput({ path: '/name', code: 'pattern', message: 'must be lower case letters, digits and _' })
  if (!/^[a-z]{2,3}(?:_[A-Z]{2})?$/.test(language))
    return refuseInput({ path: '/language', code: 'pattern', message: 'must be a language such as ar or en_US' })
  if (body.length > LONGEST_BODY || count === undefined || count > MOST_VARIABLES) {
    const message = `must have up to ${LONGEST_BODY} characters and placeholders {{1}}, {{2}} … up to ${MOST_VARIABLES}`
    return refuseInput({ path: '/body', code: 'placeholders', message })
  }
  const template = await tx.insert('message_template', {
    ...{ id: newId('mtp', Date.parse(tx.now)), name, language, category, body },
    ...{ status: 'PENDING', variable_count: count, carrier_id: null },
  })
  await enqueue(tx, templateSubmission, { templateId: template.id }, { key: template.id })
  return template
}
