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
  from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::int[], $10::text[])
    as one (id, name, language, category, status, body, variable_count, carrier_id)
  order by name, language
  on conflict on constraint message_template_name do update set
    category = excluded.category, status = excluded.status, body = excluded.body,
    variable_count = excluded.variable_count, carrier_id = excluded.carrier_id, updated_at = excluded.updated_at
  where (template.category, template.status, template.body, template.carrier_id)
    is distinct from (excluded.category, excluded.status, excluded.body, excluded.carrier_id)`)

/** Takes over the templates that the carrier has; those that it does not know stay as they are. */
export async function importTemplates(tx: Tx, templates: readonly CarrierTemplate[]): Promise<void> {
  const at = Date.parse(tx.now)
  const usable = templates.flatMap(template => {
    const count = variableCount(template.body)
    return count === undefined || count > MOST_VARIABLES ? [] : [{ ...template, count, id: newId('mtp', at) }]
  })
  const column = <Value>(pick: (template: (typeof usable)[number]) => Value) => usable.map(pick)
  await tx.sql(
    putTemplates([
      ...[tx.clinic.id, tx.now],
      ...[column(one => one.id), column(one => one.name), column(one => one.language), column(one => one.category)],
      ...[column(one => one.status), column(one => one.body), column(one => one.count), column(one => one.carrierId)],
    ]),
  )
}
