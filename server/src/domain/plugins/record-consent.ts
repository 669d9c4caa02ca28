import { addRecord } from '../../kernel/record-statements.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { consentText } from './consent-text.ts'
import type { InstallationRow } from './installation-row.ts'
import type { PluginVersion } from './plugin-version.ts'

interface Consent {
  /** Of the receipt. */
  id: string
  version: PluginVersion
  grant: Pick<InstallationRow, 'granted_scopes' | 'granted_events' | 'allowed_ip_ranges'>
  installationId: string
  /** The kind and id of the caller. */
  givenBy: string
  givenAt: string
}

/** The receipt of a consent: what was shown to whom, and what the installation was granted. */
export const receiptOf = ({ id, version, grant, installationId, givenBy, givenAt }: Consent) => ({
  id,
  installation_id: installationId,
  plugin_version_id: version.id,
  manifest_hash: version.manifestHash,
  text_shown: consentText(version),
  granted_scopes: grant.granted_scopes,
  granted_events: grant.granted_events,
  allowed_ip_ranges: grant.allowed_ip_ranges,
  given_by: givenBy,
  given_at: givenAt,
})

/** Keeps the receipt of the caller's consent. The database lets no role change it. */
export async function recordConsent(tx: Tx, installation: InstallationRow, version: PluginVersion): Promise<void> {
  const receipt = receiptOf({
    id: newId('rcp', Date.parse(tx.now)),
    version,
    grant: installation,
    installationId: installation.id,
    givenBy: `${tx.caller.kind} ${tx.caller.id}`,
    givenAt: tx.now,
  })
  await tx.sql(addRecord('consent_receipt', { company_id: tx.clinic.id, ...receipt }))
}
