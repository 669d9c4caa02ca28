import type { SharedConnections } from '../db/driver.ts'
import { sql } from '../db/statement.ts'
import type { AddressOf } from '../http/admit.ts'
import type { Strangers } from '../http/strangers.ts'
import type { RecordBearer } from '../kernel/audit.ts'
import type { Transactions } from '../kernel/transactions.ts'
import type { ClinicFacts, Context } from '../kernel/tx.ts'
import type { AllGateways } from '../providers/payments/gateways.ts'
import type { SandboxOptions } from '../providers/payments/sandbox.ts'

/** What payers' pages and gateways' callbacks work with. */
export interface PayDeps {
  transactions: Transactions
  strangers: Strangers
  /** Records that a payer was shown a payment. */
  recordView: RecordBearer
  addressOf: AddressOf
  /** For the one look that comes before it is known which clinic it is. */
  connections: SharedConnections
  findClinic(companyId: string): Promise<ClinicFacts | undefined>
  /** For who holds a link. */
  clinicOfHolder(companyId: string): Promise<ClinicFacts | undefined>
  gateways: AllGateways
  /** Brings the sandbox gateway's callbacks to this program's own endpoint. */
  deliver: SandboxOptions['deliver']
  /** Where payers and gateways reach this program. */
  publicUrl: string
}

/** The caller is no person of the clinic, but the gateway, or a payer through it. */
export const contextOf = (clinic: ClinicFacts, requestId: string, act: string): Context => ({
  clinic,
  caller: { kind: 'system', id: 'payment gateway', tokenId: null, holds: () => true },
  requestId,
  act,
})

export interface LinkedPayment {
  id: string
  context: Context
}

const ofLink = sql<{ company_id: string; id: string }>('select company_id, id from online_payment_of_link($1)')
const TOKEN = /^[0-9a-f]{32}$/

/** The payment that has the link, if there is one. */
export async function linkedPayment(
  { connections, clinicOfHolder }: PayDeps,
  token: string,
  requestId: string,
): Promise<LinkedPayment | undefined> {
  if (!TOKEN.test(token)) return undefined
  const [found] = await connections.run(ofLink([token]))
  const clinic = found && (await clinicOfHolder(found.company_id))
  return clinic && { id: found.id, context: contextOf(clinic, requestId, 'payOnline') }
}

export const callbackUrl = ({ publicUrl }: PayDeps, provider: string, companyId: string): string =>
  `${publicUrl}/callbacks/payments/${provider}/${companyId}`

export const linkOf = ({ publicUrl }: Pick<PayDeps, 'publicUrl'>, token: string): string => `${publicUrl}/pay/${token}`
