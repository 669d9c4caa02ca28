import { db } from '../../db/builder.ts'
import { newId } from '../../kernel/ids.ts'
import type { Tx } from '../../kernel/tx.ts'
import { consentText } from './consent-text.ts'
import type { InstallationRow } from './installation-row.ts'
import type { PluginVersion } from './plugin-version.ts'

/** Keeps what was shown to whoever consented, and what the installation was granted. The database lets nobody change it. */
export async function recordConsent(tx: Tx, installation: InstallationRow, version: PluginVersion): Promise<void> {
  const receipt = {
    company_id: tx.clinic.id,
    id: newId('rcp', Date.parse(tx.now)),
    installation_id: installation.id,
    plugin_version_id: version.id,
    manifest_hash: version.manifestHash,
    text_shown: consentText(version),
    granted_scopes: installation.granted_scopes,
    granted_events: installation.granted_events,
    allowed_ip_ranges: installation.allowed_ip_ranges,
    given_by: `${tx.caller.kind} ${tx.caller.id}`,
    given_at: tx.now,
  }
  await tx.rows(db.insertInto('consent_receipt').values(receipt))
}
