import { addRecord } from '../../kernel/record-statements.ts'
import type { Person, Tx } from '../../kernel/tx.ts'
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
  /** The person and login that agreed, where it was not a command. */
  giver?: Giver
}

interface Giver {
  person: Pick<Person, 'name' | 'role' | 'secondFactorAt' | 'address'>
  sessionId: string | null
  /** In which they read it. */
  language: string | null
}

/** The receipt of a consent: what was shown to whom, and what the installation was granted. */
export const receiptOf = ({ id, version, grant, installationId, givenBy, givenAt, giver }: Consent) => ({
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
  giver_name: giver?.person.name ?? null,
  giver_role: giver?.person.role ?? null,
  session_id: giver?.sessionId ?? null,
  address: giver?.person.address ?? null,
  language: giver?.language ?? null,
  second_factor_at: giver?.person.secondFactorAt ?? null,
})

/** Keeps the receipt of the caller's consent, which the database lets no role change, and returns its id. */
export async function recordConsent(
  tx: Tx,
  installation: InstallationRow,
  version: PluginVersion,
  language: string | undefined,
): Promise<string> {
  const { kind, id, tokenId: sessionId, person } = tx.caller
  const receipt = receiptOf({
    id: newId('rcp', Date.parse(tx.now)),
    version,
    grant: installation,
    installationId: installation.id,
    givenBy: `${kind} ${id}`,
    givenAt: tx.now,
    ...(person && { giver: { person, sessionId, language: language ?? null } }),
  })
  await tx.sql(addRecord('consent_receipt', { company_id: tx.clinic.id, ...receipt }))
  return receipt.id
}
