import type { Issue } from '@clinic/contract/errors.ts'
import type { Manifest } from '@clinic/contract/manifest.ts'
import type { Settings } from '@clinic/contract/settings-schema.ts'
import { type Build, sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'

const existing = (table: string) =>
  sql<{ id: string }>(`select id from ${table} where company_id = $1 and id = any($2)`)

interface Lookup {
  /** What is looked for, in words. */
  words: string
  statement?: Build<{ id: string }>
}

/** Types of fields whose values are ids of records of the clinic. Nothing holds message templates yet, so none exists. */
const LOOKUPS: Readonly<Record<string, Lookup>> = {
  branch: { words: 'a branch', statement: existing('branch') },
  practitioner: { words: 'a practitioner', statement: existing('practitioner') },
  messageTemplate: { words: 'a message template' },
}

/** An issue for each value of the patch that should name a record of this clinic and does not. */
export async function missingRecords(tx: Tx, schema: Manifest['settingsSchema'], patch: Settings): Promise<Issue[]> {
  const issues: Issue[] = []
  for (const [type, { words, statement }] of Object.entries(LOOKUPS)) {
    const fields = schema?.fields.filter(field => field.type === type && typeof patch[field.key] === 'string') ?? []
    if (fields.length === 0) continue
    const ids = fields.map(field => patch[field.key])
    const found = statement ? await tx.sql(statement([tx.clinic.id, ids])) : []
    const known = new Set<unknown>(found.map(({ id }) => id))
    const missing = fields.filter(field => !known.has(patch[field.key]))
    const message = `must be the id of ${words} of this clinic`
    issues.push(...missing.map(({ key }) => ({ path: `/${key}`, code: 'not_found', message })))
  }
  return issues
}
