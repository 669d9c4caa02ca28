import type { TableRow } from '../../../src/db/tables.ts'
import { newId } from '../../../src/kernel/values/ids.ts'
import type { TestApp } from '../app/harness.ts'

let count = 0

/** An approved template that greets {{1}} and names a time {{2}}; `values` replaces any of it. */
export function template(
  app: TestApp,
  { company_id }: { company_id: string },
  values: Partial<TableRow<'message_template'>> = {},
): Promise<TableRow<'message_template'>> {
  const at = new Date().toISOString()
  return app.insert('message_template', {
    ...{ company_id, id: newId('mtp'), name: `reminder_${++count}`, language: 'en', category: 'UTILITY' },
    ...{
      status: 'APPROVED',
      body: 'Hello {{1}}, see you at {{2}}.',
      variable_count: 2,
      created_at: at,
      updated_at: at,
    },
    ...values,
  })
}
