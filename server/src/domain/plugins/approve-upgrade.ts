import type { Settings } from '@clinic/contract/settings-schema.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { consentHash } from './consent-text.ts'
import { type InstallationRow, statusOf } from './installation-row.ts'
import { carrySettings } from './installation-settings.ts'
import { undeclaredScopes } from './plugin-grant.ts'
import { pluginVersion } from './plugin-version.ts'
import { recordConsent } from './record-consent.ts'
import { missingRecords } from './setting-records.ts'
import { takeOver } from './upgrade-installation.ts'

export interface Approval {
  id: string
  /** The version whose consent text was shown; refused when another one waits by now. */
  version?: string
  /** Of the consent that was shown; refused when it asks for something else by now. */
  consentHash?: string
  /** The language in which it was read. */
  language?: string
  /** Optional scopes to grant besides those granted before. */
  optionalScopes?: readonly string[]
  /** What the new version's settings need. */
  settings?: Settings
}

/** Grants what the waiting version asks for and puts it in force. Leaves a receipt of the consent. */
export async function approveUpgrade(tx: Tx, input: Approval): Promise<InstallationRow> {
  const { id, optionalScopes = [], settings = {} } = input
  const installation = await tx.lock('installation', id)
  const { pending_version_id: pending } = installation
  const from = statusOf(installation)
  if (from !== 'UPDATE_PENDING' || pending === null) return refuse('invalid_state_transition', { from, to: 'ACTIVE' })
  const version = await pluginVersion(tx, pending)
  if (input.consentHash !== undefined && input.consentHash !== consentHash(version)) refuse('consent_changed')
  const { manifest } = version
  const carried = carrySettings(tx.box, installation, manifest.settingsSchema, settings)
  const wrong = [
    ...carried.issues,
    ...(await missingRecords(tx, manifest.settingsSchema, settings, installation.settings)),
  ]
  const issues = [
    ...(input.version === undefined || version.version === input.version ? [] : [otherVersion]),
    ...undeclaredScopes(manifest, optionalScopes),
    ...wrong.map(issue => ({ ...issue, path: `/settings${issue.path}` })),
  ]
  if (issues.length > 0) return refuseInput(...issues)
  const approved = await takeOver(tx, installation, version, { carried, optionalScopes })
  await recordConsent(tx, approved, version, input.language)
  return approved
}

const otherVersion = { path: '/version', code: 'stale', message: 'is not the version that waits for approval' }
