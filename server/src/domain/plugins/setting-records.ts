import type { Issue } from '@clinic/contract/errors.ts'
import type { Manifest } from '@clinic/contract/manifest.ts'
import type { Settings } from '@clinic/contract/settings-schema.ts'
import { type Build, sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'

const existing = (table: string) =>
  sql<{ id: string }>(`select id from ${table} where company_id = $1 and id = any($2)`)

/** Types of fields whose values are ids of records of the clinic. Nothing holds message templates yet, so none exists. */
const LOOKUPS: Readonly<Record<string, Build<{ id: string }> | null>> = {
  branch: existing('branch'),
  practitioner: existing('practitioner'),
  messageTemplate: null,
}

/** An issue for each value of the patch that should name a record of this clinic and does not. */
export async function missingRecords(tx: Tx, schema: Manifest['settingsSchema'], patch: Settings): Promise<Issue[]> {
  const issues: Issue[] = []
  for (const [type, lookup] of Object.entries(LOOKUPS)) {
    const fields = schema?.fields.filter(field => field.type === type && typeof patch[field.key] === 'string') ?? []
    if (fields.length === 0) continue
    const ids = fields.map(field => patch[field.key])
    const found = lookup ? await tx.sql(lookup([tx.clinic.id, ids])) : []
    const known = new Set<unknown>(found.map(({ id }) => id))
    const missing = fields.filter(field => !known.has(patch[field.key]))
    issues.push(...missing.map(({ key }) => unknownRecord(key, type)))
  }
  return issues
}

const WORDS: Readonly<Record<string, string>> = {
  branch: 'a branch',
  practitioner: 'a practitioner',
  messageTemplate: 'a message template',
}

const unknownRecord = (key: string, type: string): Issue => ({
  path: `/${key}`,
  code: 'not_found',
  message: `must be the id of ${WORDS[type]} of this clinic`,
})
