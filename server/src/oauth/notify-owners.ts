import { sql } from '../db/statement.ts'
import { nameClinic } from '../kernel/name-clinic.ts'
import type { PlatformTx } from '../kernel/tx.ts'
import { newId } from '../kernel/values/ids.ts'

const notify = sql('select notify_owners($1, $2, $3, $4, $5, $6)')

interface OwnerNotice {
  companyId: string
  /** Whose connection it is: they get the mail as well. */
  userId: string
  template: 'assistant_connected' | 'assistant_token_stolen'
  /** Where the assistant is answered: the one thing about it that it cannot make up. */
  host: string
  /** Whether it may see how to reach and identify patients. */
  contacts?: boolean
}

/** Queues a mail to the clinic's owners and the person. The transaction enters the clinic. */
export async function notifyOwners(
  tx: PlatformTx,
  { companyId, userId, template, host, contacts = false }: OwnerNotice,
): Promise<void> {
  await tx.sql(nameClinic([companyId]))
  const data = JSON.stringify({ host, ...(contacts && { contacts }) })
  await tx.sql(notify([companyId, newId('oml'), template, data, userId, tx.now]))
}
