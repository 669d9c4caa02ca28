import { isRecord } from '@clinic/contract/json-schema.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { OwnPlugin } from '@clinic/contract/publisher/plugins.ts'
import { OwnVersion, type OwnVersionWhole } from '@clinic/contract/publisher/versions.ts'
import type { OwnPlugin as OwnPluginRow } from '../domain/publishers/own-plugins.ts'
import type { VersionRow, WholeVersion } from '../domain/publishers/own-versions.ts'
import { presenter } from '../kernel/presenter.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { iconPath } from '../kernel/values/icon-path.ts'

export const presentOwnPlugin = presenter<OwnPluginRow, typeof OwnPlugin>(OwnPlugin, {
  icon: ({ icon_name }) => iconPath(icon_name),
})

export const presentOwnVersion = presenter<VersionRow, typeof OwnVersion>(OwnVersion)

export const presentWholeVersion = (
  { row, difference }: WholeVersion,
  clinic: ClinicFacts,
): Static<typeof OwnVersionWhole> => ({
  ...presentOwnVersion(row, clinic),
  manifest: isRecord(row.manifest) ? row.manifest : {},
  difference,
})
