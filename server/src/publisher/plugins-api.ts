import { validateManifest } from '@clinic/contract/manifest.ts'
import { checkManifest, createOwnPlugin, listOwnPlugins, updateOwnPlugin } from '@clinic/contract/publisher/plugins.ts'
import { getOwnVersion, listOwnVersions, uploadVersion, withdrawVersion } from '@clinic/contract/publisher/versions.ts'
import { matchesPattern } from '../domain/plugins/setting-pattern.ts'
import { type FetchedIcon, type FetchFrom, MOST_ICON_BYTES } from '../domain/publishers/icon.ts'
import * as plugins from '../domain/publishers/own-plugins.ts'
import * as versions from '../domain/publishers/own-versions.ts'
import { type Implementation, implement } from '../kernel/implement.ts'
import { presented } from '../kernel/record-operations.ts'
import { presentOwnPlugin, presentOwnVersion, presentWholeVersion } from '../present/own-plugins.ts'

/** The picture at the address that is given, if one is. */
const iconAt =
  (fetchFrom: FetchFrom) =>
  async ({ iconUrl }: { iconUrl?: string | null }): Promise<FetchedIcon | undefined> =>
    iconUrl ? fetchFrom(iconUrl, MOST_ICON_BYTES) : undefined

/** The plugins of a publisher and their versions, from the check of a manifest to its publication. */
export const ownPluginsApi = (fetchFrom: FetchFrom): readonly Implementation[] => [
  implement(listOwnPlugins, async tx => ({
    data: (await plugins.ownPlugins(tx)).map(row => presentOwnPlugin(row, tx.clinic)),
  })),
  implement(createOwnPlugin, iconAt(fetchFrom), presented(plugins.createPlugin, presentOwnPlugin)),
  implement(updateOwnPlugin, iconAt(fetchFrom), presented(plugins.changePlugin, presentOwnPlugin)),
  implement(checkManifest, async (_tx, { manifest }) => {
    const issues = validateManifest(manifest, matchesPattern)
    return { data: { valid: issues.length === 0, issues } }
  }),
  implement(listOwnVersions, async (tx, { id }) => ({
    data: (await versions.versionsOf(tx, id)).map(row => presentOwnVersion(row, tx.clinic)),
  })),
  implement(getOwnVersion, presented(versions.wholeVersion, presentWholeVersion)),
  implement(uploadVersion, presented(versions.uploadVersion, presentWholeVersion)),
  implement(withdrawVersion, presented(versions.withdrawVersion, presentOwnVersion)),
]
