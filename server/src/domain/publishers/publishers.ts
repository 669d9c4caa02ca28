import type { Input } from '@clinic/contract/kernel.ts'
import type { updatePublisher } from '@clinic/contract/publisher/publishers.ts'
import type { PublisherRole } from '@clinic/contract/publisher/roles.ts'
import { sql } from '../../db/statement.ts'
import type { RowChanges } from '../../db/tables.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { sessionTokenHash } from '../staff/session-token.ts'
import type { LoginDeps } from '../staff/staff-deps.ts'
import { type PublisherRow, plainName } from './create-publisher.ts'

/** A publisher as a person finds it among their own. */
export interface OwnPublisher {
  id: string
  name: string
  name_ar: string | null
  sandbox_clinic_id: string
  member_id: string
  role: PublisherRole
  accepted: boolean
}

const own = sql<OwnPublisher>(
  'select id, name, name_ar, sandbox_clinic_id, member_id, role, accepted from publishers_of_session($1)',
)
const ofClinic = sql<PublisherRow>('select * from publisher where company_id = $1')
const accept = sql<{ id: string | null }>('select accept_publisher_membership($1, $2, $3, $4, $5) as id')

/** The publishers that a person belongs to or is invited to, by name. */
export const ownPublishers = ({ run, token }: LoginDeps): Promise<OwnPublisher[]> => run(own([sessionTokenHash(token)]))

/** The publisher whose sandbox the transaction runs in. */
export async function currentPublisher(tx: Tx): Promise<PublisherRow> {
  const [row] = await tx.sql(ofClinic([tx.clinic.id]))
  return row ?? refuse('not_found', { resource: 'publisher' })
}

/** Accepts an invitation to the address that the person logs in with; an invitation to another one is unknown. */
export async function acceptMembership(
  { run, token, address, requestId }: LoginDeps,
  memberId: string,
): Promise<{ id: string; accepted: true }> {
  const [row] = await run(accept([sessionTokenHash(token), memberId, address, requestId, ['userId']]))
  return row?.id ? { id: row.id, accepted: true } : refuse('not_found', { resource: 'invitation' })
}

/** Changes what a publisher says of itself. A host that it leaves is not verified any more. */
export async function changePublisher(
  tx: Tx,
  { name, website, supportEmail }: Input<typeof updatePublisher>,
): Promise<PublisherRow> {
  const { id } = await currentPublisher(tx)
  const before = await tx.lock('publisher', id)
  const wanted: RowChanges<'publisher'> = {}
  if (name) Object.assign(wanted, columnsOfName(name))
  if (website !== undefined) wanted.website = website
  if (supportEmail !== undefined) wanted.support_email = supportEmail
  if (website !== undefined && hostOf(website) !== before.verified_host) wanted.verified_host = null
  return changeRecord(tx, 'publisher', before, wanted)
}

function columnsOfName(name: { en: string; ar?: string }) {
  const { en, ar } = plainName(name)
  return { name: en, name_ar: ar }
}

/** The host of an address, as it is verified. */
export const hostOf = (website: string): string => new URL(website).host
