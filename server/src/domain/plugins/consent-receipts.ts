import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import type { Tx } from '../../kernel/tx.ts'

/** A receipt with the number of the version that was agreed to. */
export type ConsentReceipt = TableRow<'consent_receipt'> & { version: string }

const ofInstallation = sql<ConsentReceipt>(`
  select receipt.*, release.version
  from consent_receipt as receipt join plugin_version as release on release.id = receipt.plugin_version_id
  where receipt.company_id = $1 and receipt.installation_id = $2
  order by receipt.given_at desc, receipt.id desc`)

/** What was agreed to for an installation of the clinic, newest first, or 404. */
export async function consentReceipts(tx: Tx, installationId: string): Promise<ConsentReceipt[]> {
  await tx.get('installation', installationId)
  return tx.sql(ofInstallation([tx.clinic.id, installationId]))
}
