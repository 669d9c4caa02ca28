import type { SharedConnections } from '../db/driver.ts'
import { sql } from '../db/statement.ts'
import type { AddressOf } from '../http/admit.ts'
import type { RecordOnce } from '../http/record-once.ts'
import type { Strangers } from '../http/strangers.ts'
import type { Transactions } from '../kernel/transactions.ts'
import type { ClinicFacts, Context } from '../kernel/tx.ts'
import { tokenHash } from '../kernel/values/plugin-token.ts'
import type { LinkLimits } from './link-limits.ts'

/** What the pages that patients open by a link work with. */
export interface LinkDeps {
  transactions: Transactions
  strangers: Strangers
  /** Records what a patient was shown. */
  record: RecordOnce
  addressOf: AddressOf
  /** For the one look that comes before it is known which clinic it is. */
  connections: SharedConnections
  clinicOfHolder(companyId: string): Promise<ClinicFacts | undefined>
  /** Of all such pages together. */
  limits: LinkLimits
}

/** A link that is there, and what is done by it: as who has it. */
export interface OpenedLink {
  id: string
  context: Context
}

const ofToken = sql<{ company_id: string; id: string }>('select company_id, id from patient_link_of($1)')
const TOKEN = /^[\w-]{32}$/

/** The link that ends with a token, if there is one. */
export async function openedLink(
  { connections, clinicOfHolder }: LinkDeps,
  token: string,
  { requestId, act, address }: { requestId: string; act: string; address: string },
): Promise<OpenedLink | undefined> {
  if (!TOKEN.test(token)) return undefined
  const [found] = await connections.run(ofToken([tokenHash(token)]))
  const clinic = found && (await clinicOfHolder(found.company_id))
  if (!clinic) return undefined
  const caller = { kind: 'system', id: `patient link ${found.id}`, tokenId: null, holds: () => true } as const
  return { id: found.id, context: { clinic, caller, requestId, act, address } }
}
