import { isRecord } from '@clinic/contract/json-schema.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { InstallLink } from '@clinic/contract/publisher/install-links.ts'
import type { OwnInstallation } from '@clinic/contract/publisher/installations.ts'
import { OwnPlugin } from '@clinic/contract/publisher/plugins.ts'
import { OwnVersion, type OwnVersionWhole } from '@clinic/contract/publisher/versions.ts'
import { healthOf } from '../domain/plugins/plugin-health.ts'
import type { InstallLinkRow } from '../domain/publishers/install-links.ts'
import type { OwnInstallationRow } from '../domain/publishers/installations.ts'
import type { OwnPlugin as OwnPluginRow } from '../domain/publishers/own-plugins.ts'
import type { VersionRow, WholeVersion } from '../domain/publishers/own-versions.ts'
import { presenter } from '../kernel/presenter.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { iconPath } from '../kernel/values/picture-paths.ts'
import { wordOf } from '../kernel/values/word-of.ts'

export const presentOwnPlugin = presenter<OwnPluginRow, typeof OwnPlugin>(OwnPlugin, {
  icon: ({ icon_name }) => iconPath(icon_name),
})

export const presentOwnVersion = presenter<VersionRow, typeof OwnVersion>(OwnVersion)

export const presentWholeVersion = (
  { row, difference, unmet, review }: WholeVersion,
  clinic: ClinicFacts,
): Static<typeof OwnVersionWhole> => ({
  ...presentOwnVersion(row, clinic),
  manifest: isRecord(row.manifest) ? row.manifest : {},
  difference,
  unmet,
  review: review?.decided_at
    ? {
        decision: decisionOf(review.decision ?? ''),
        reasonEn: review.reason_en,
        reasonAr: review.reason_ar,
        decidedAt: review.decided_at,
      }
    : null,
})

const decisionOf = wordOf(['APPROVED', 'REJECTED'] as const)

export const presentInstallLink = presenter<InstallLinkRow, typeof InstallLink>(InstallLink)

const modeOf = wordOf(['LIVE', 'TEST'] as const)
const statusOf = wordOf(['ACTIVE', 'UPDATE_PENDING', 'SUSPENDED', 'UNINSTALLED'] as const)

export const presentOwnInstallation = (row: OwnInstallationRow): Static<typeof OwnInstallation> => ({
  id: row.id,
  clinicId: row.clinic_id,
  clinicName: { en: row.clinic_name, ar: row.clinic_name_ar },
  pluginId: row.plugin_id,
  slug: row.slug,
  version: row.version,
  pendingVersion: row.pending_version,
  mode: modeOf(row.mode),
  status: statusOf(row.status),
  runs: row.runs,
  installedAt: row.installed_at,
  uninstalledAt: row.uninstalled_at,
  keysHandedOver: row.keys_handed_over,
  idsSharedUntil: row.ids_shared_until,
  health: row.status === 'UNINSTALLED' ? null : ownHealth(row),
})

const FIRST_COPY_MS = 7 * 86_400_000

/** What the publisher may know of it: of patients a share in tenths, where their number follows from none of the clinic's. */
function ownHealth(row: OwnInstallationRow): Static<typeof OwnInstallation>['health'] {
  const { state, causes } = healthOf(row, row.observed_at)
  const isFirstCopy = Date.parse(row.installed_at) > Date.parse(row.observed_at) - FIRST_COPY_MS
  const tenths = Math.floor((10 * row.patients_today) / row.patients_allowed_today)
  return {
    ...{ state, causes, requestsOfHour: row.requests_of_hour, failedOfHour: row.failed_of_hour },
    ...{ oldestQueuedAt: row.oldest_queued_at, tokenEndsAt: row.token_ends_at, lastUsedAt: row.last_used_at },
    patientShare: isFirstCopy ? null : 10 * Math.min(10, tenths),
  }
}
