import { isRecord } from '@clinic/contract/json-schema.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { listPlatformPlugins } from '@clinic/contract/platform/plugins.ts'
import type { WaitingVersion, WaitingVersionWhole } from '@clinic/contract/platform/reviews.ts'
import type { PlatformPlugin } from '../domain/publishers/hold-plugins.ts'
import type { WaitingVersion as Row } from '../domain/publishers/review.ts'
import type { versionDifference } from '../domain/publishers/version-difference.ts'
import { presenter } from '../kernel/presenter.ts'
import { iconPath } from '../kernel/values/picture-paths.ts'
import { wordOf } from '../kernel/values/word-of.ts'

const visibilityOf = wordOf(['PRIVATE', 'LISTED'] as const)

export const presentWaitingVersion = (row: Row): Static<typeof WaitingVersion> => ({
  id: row.id,
  slug: row.slug,
  version: row.version,
  publisherId: row.publisher_id,
  publisherName: { en: row.publisher_name, ar: row.publisher_name_ar },
  verifiedHost: row.verified_host,
  notes: row.notes,
  examId: row.exam_id,
  submittedAt: row.submitted_at,
})

export const presentWaitingWhole = (
  row: Row,
  difference: ReturnType<typeof versionDifference>,
): Static<typeof WaitingVersionWhole> => ({
  ...presentWaitingVersion(row),
  icon: iconPath(row.icon_name),
  manifest: isRecord(row.manifest) ? row.manifest : {},
  difference,
})

export const presentPlatformPlugin = presenter<PlatformPlugin, typeof listPlatformPlugins.returns>(
  listPlatformPlugins.returns,
  { visibility: ({ visibility }) => visibilityOf(visibility) },
)
