import type { Issue } from '@clinic/contract/errors.ts'
import type { Settings } from '@clinic/contract/settings-schema.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { raiseAlarm } from '../security/raise-alarm.ts'
import { offerWithSlug } from './catalogue.ts'
import { consentHash } from './consent-text.ts'
import { answerByInstalling } from './install-request.ts'
import type { InstallationRow } from './installation-row.ts'
import { carrySettings } from './installation-settings.ts'
import { grantOf, undeclaredScopes, wrongRanges } from './plugin-grant.ts'
import { newestVersion, type PluginVersion } from './plugin-version.ts'
import { recordConsent } from './record-consent.ts'
import { missingRecords } from './setting-records.ts'

export interface Installing {
  slug: string
  /** The version whose consent text was shown; refused when it is no longer the newest. */
  version?: string
  /** Of the manifest's optional scopes, those that the clinic ticked. */
  optionalScopes?: readonly string[]
  settings?: Settings
  /** Replaces the manifest's; empty means any address. */
  allowedIpRanges?: readonly string[]
  /** Of how many patients it is shown records in a day; as many as the operator lets every one where it is not said. */
  patientsPerDay?: number
  /** Of the consent that was shown; refused when the plugin asks for something else by now. */
  consentHash?: string
  /** The language in which it was read. */
  language?: string
}

/** An installation, the version it is of, and the receipt of the consent. */
export interface Installed {
  installation: InstallationRow
  version: PluginVersion
  receiptId: string
}

/**
 * Installs the newest version of a plugin: every requested scope and event is granted, of the optional scopes those
 * chosen. In a sandbox clinic the installation is a test one. Leaves a receipt of the consent.
 */
export async function installWithReceipt(tx: Tx, input: Installing): Promise<Installed> {
  const version = await offered(tx, input.slug)
  if (input.consentHash !== undefined && input.consentHash !== consentHash(version)) refuse('consent_changed')
  const { manifest } = version
  const { optionalScopes = [], settings = {}, allowedIpRanges = manifest.allowedIpRanges ?? [] } = input
  const id = newId('ins', Date.parse(tx.now))
  const fresh = { id, settings: {}, sealed_settings: null }
  const { columns, issues: wrong } = carrySettings(tx.box, fresh, manifest.settingsSchema, settings)
  const unknown = await missingRecords(tx, manifest.settingsSchema, settings)
  const issues = [
    ...staleVersion(input, version),
    ...undeclaredScopes(manifest, optionalScopes),
    ...wrongRanges(allowedIpRanges),
    ...[...wrong, ...unknown].map(issue => ({ ...issue, path: `/settings${issue.path}` })),
  ]
  if (issues.length > 0) return refuseInput(...issues)
  const installation = await tx.insert('installation', {
    id,
    plugin_id: version.pluginId,
    plugin_version_id: version.id,
    mode: tx.clinic.sandbox ? 'TEST' : 'LIVE',
    status: 'ACTIVE',
    ...grantOf(manifest, optionalScopes),
    ...columns,
    allowed_ip_ranges: [...allowedIpRanges],
    ...(input.patientsPerDay !== undefined && { patients_per_day: input.patientsPerDay }),
    installed_at: tx.now,
  })
  // What stands still everywhere is not offered.
  if (installation.held_at !== null) refuse('not_found', { resource: 'plugin' })
  await answerByInstalling(tx, version.pluginId)
  await raiseAlarm(tx, 'installed', id, { installationId: id })
  return { installation, version, receiptId: await recordConsent(tx, installation, version, input.language) }
}

/** What a person finds in the catalogue of the clinic; a command installs what is published, found there or not. */
const offered = async (tx: Tx, slug: string): Promise<PluginVersion> =>
  tx.caller.kind === 'system' ? newestVersion(tx, slug) : (await offerWithSlug(tx, slug)).version

/** The same, where the receipt is not asked for. */
export const installPlugin = async (tx: Tx, input: Installing): Promise<InstallationRow> =>
  (await installWithReceipt(tx, input)).installation

const staleVersion = ({ version }: Installing, newest: PluginVersion): Issue[] =>
  version === undefined || version === newest.version
    ? []
    : [{ path: '/version', code: 'stale', message: 'is not the newest version; look at what the newest asks for' }]
