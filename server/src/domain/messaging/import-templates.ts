import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import type { CarrierTemplate } from './message-carrier.ts'
import { variableCount } from './template-text.ts'

const MOST_VARIABLES = 20

const putTemplates = sql(`
  insert into message_template as template
    (company_id, id, name, language, category, status, body, variable_count, carrier_id, created_at, updated_at)
  select $1, id, name, language, category, status, body, variable_count, carrier_id, $2, $2
  from jsonb_populate_recordset(null::message_template, $3::jsonb)
  order by name, language
  on conflict on constraint message_template_name do update set
    category = excluded.category, status = excluded.status, body = excluded.body,
    variable_count = excluded.variable_count, carrier_id = excluded.carrier_id, updated_at = excluded.updated_at
  where (template.category, template.status, template.body, template.carrier_id)
    is distinct from (excluded.category, excluded.status, excluded.body, excluded.carrier_id)`)

/** Takes over the templates that the carrier has; those that it does not know stay as they are. */
export async function importTemplates(tx: Tx, templates: readonly CarrierTemplate[]): Promise<void> {
  const at = Date.parse(tx.now)
  const usable = templates.flatMap(({ carrierId: carrier_id, ...template }) => {
    const variable_count = variableCount(template.body)
    if (variable_count === undefined || variable_count > MOST_VARIABLES) return []
    return [{ ...template, carrier_id, variable_count, id: newId('mtp', at) }]
  })
  await tx.sql(putTemplates([tx.clinic.id, tx.now, JSON.stringify(usable)]))
}
