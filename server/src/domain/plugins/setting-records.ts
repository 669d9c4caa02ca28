import type { Issue } from '@clinic/contract/errors.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { Manifest } from '@clinic/contract/manifest.ts'
import type { Settings } from '@clinic/contract/settings-schema.ts'
import { type Build, sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'

const those = (table: string, condition: string) =>
  sql<{ id: string }>(`select id from ${table} where company_id = $1 and id = any($2) and ${condition}`)

interface Lookup {
  /** What is looked for, in words. */
  words: string
  statement: Build<{ id: string }>
}

/** Types of fields whose values are ids of records of the clinic, of those that are in use. */
const LOOKUPS: Readonly<Record<string, Lookup>> = {
  branch: { words: 'an active branch', statement: those('branch', 'active') },
  practitioner: { words: 'an active practitioner', statement: those('practitioner', 'active') },
  messageTemplate: {
    words: 'an approved message template',
    statement: those('message_template', "status = 'APPROVED'"),
  },
}

/**
 * An issue for each value of the patch that should name a record of this clinic and does not. What stands there already
 * may be sent back, also when the record is not in use any more.
 */
export async function missingRecords(
  tx: Tx,
  schema: Manifest['settingsSchema'],
  patch: Settings,
  standing: unknown = {},
): Promise<Issue[]> {
  const issues: Issue[] = []
  const before = isRecord(standing) ? standing : {}
  const isNew = (key: string) => typeof patch[key] === 'string' && patch[key] !== before[key]
  for (const [type, { words, statement }] of Object.entries(LOOKUPS)) {
    const fields = schema?.fields.filter(field => field.type === type && isNew(field.key)) ?? []
    if (fields.length === 0) continue
    const ids = fields.map(field => patch[field.key])
    const found = await tx.sql(statement([tx.clinic.id, ids]))
    const known = new Set<unknown>(found.map(({ id }) => id))
    const missing = fields.filter(field => !known.has(patch[field.key]))
    const message = `must be the id of ${words} of this clinic`
    issues.push(...missing.map(({ key }) => ({ path: `/${key}`, code: 'not_found', message })))
  }
  return issues
}

const templates = sql<{ id: string; name: string; language: string }>(`
  select id, name, language from message_template where company_id = $1 and status = 'APPROVED' order by name, language`)

/** The message templates that a setting can name, by name. */
export const approvedTemplates = (tx: Tx): Promise<{ id: string; name: string; language: string }[]> =>
  tx.sql(templates([tx.clinic.id]))
