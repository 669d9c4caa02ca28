import type { Input } from '@clinic/contract/kernel.ts'
import { type createPublisher as declared, MOST_PUBLISHERS } from '@clinic/contract/publisher/publishers.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuseInput } from '../../kernel/errors.ts'
import { newId } from '../../kernel/values/ids.ts'
import { stripControl } from '../../kernel/values/strip-control.ts'
import { sessionTokenHash } from '../staff/session-token.ts'
import type { LoginDeps } from '../staff/staff-deps.ts'

export type PublisherRow = TableRow<'publisher'>

const create = sql<{ created_at: string | null }>(
  'select create_publisher($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) as created_at',
)

/** Makes a publisher whose owner is the person of the login, with a sandbox clinic of its own. */
export async function createPublisher(
  { run, token, address, requestId }: LoginDeps,
  { name, website, supportEmail }: Input<typeof declared>,
): Promise<PublisherRow> {
  const { en, ar } = plainName(name)
  const [id, company_id] = [newId('pub'), newId('cli')]
  const said = [en, ar, website, supportEmail]
  const origin = [address, requestId, ['name', 'supportEmail', 'website']]
  const values = [sessionTokenHash(token), id, company_id, newId('pbm'), ...said, MOST_PUBLISHERS, ...origin]
  const [row] = await run(create(values))
  if (!row?.created_at) return refuseInput(TOO_MANY)
  const { created_at } = row
  const facts = { name: en, name_ar: ar, website, support_email: supportEmail, verified_host: null }
  return { company_id, id, ...facts, created_at, updated_at: created_at }
}

const TOO_MANY = { path: '', code: 'too_many', message: `is the owner of ${MOST_PUBLISHERS} publishers already` }

/** A name without what could turn around the sentences that it stands in; nothing but that is no name. */
export function plainName({ en, ar }: { en: string; ar?: string }): { en: string; ar: string | null } {
  const plain = { en: stripControl(en).trim(), ar: stripControl(ar ?? '').trim() || null }
  return plain.en === '' ? refuseInput(EMPTY) : plain
}

const EMPTY = { path: '/name/en', code: 'too_short', message: 'must not be empty' }
