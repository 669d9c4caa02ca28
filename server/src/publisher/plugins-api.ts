import { validateManifest } from '@clinic/contract/manifest.ts'
import { checkManifest, createOwnPlugin, listOwnPlugins, updateOwnPlugin } from '@clinic/contract/publisher/plugins.ts'
import {
  getOwnVersion,
  listOwnVersions,
  publishVersion,
  uploadVersion,
  withdrawVersion,
} from '@clinic/contract/publisher/versions.ts'
import { matchesPattern } from '../domain/plugins/setting-pattern.ts'
import * as plugins from '../domain/publishers/own-plugins.ts'
import * as versions from '../domain/publishers/own-versions.ts'
import { publishVersion as publish } from '../domain/publishers/publish-version.ts'
import { implement } from '../kernel/implement.ts'
import { presented } from '../kernel/record-operations.ts'
import { presentOwnPlugin, presentOwnVersion, presentWholeVersion } from '../present/own-plugins.ts'

/** The plugins of a publisher and their versions, from the check of a manifest to its publication. */
export const ownPluginsApi = [
  implement(listOwnPlugins, async tx => ({
    data: (await plugins.ownPlugins(tx)).map(row => presentOwnPlugin(row, tx.clinic)),
  })),
  implement(createOwnPlugin, presented(plugins.createPlugin, presentOwnPlugin)),
  implement(updateOwnPlugin, presented(plugins.changePlugin, presentOwnPlugin)),
  implement(checkManifest, async (_tx, { manifest }) => {
    const issues = validateManifest(manifest, matchesPattern)
    return { data: { valid: issues.length === 0, issues } }
  }),
  implement(listOwnVersions, async (tx, { id }) => ({
    data: (await versions.versionsOf(tx, id)).map(row => presentOwnVersion(row, tx.clinic)),
  })),
  implement(getOwnVersion, presented(versions.wholeVersion, presentWholeVersion)),
  implement(uploadVersion, presented(versions.uploadVersion, presentWholeVersion)),
  implement(publishVersion, presented(publish, presentOwnVersion)),
  implement(withdrawVersion, presented(versions.withdrawVersion, presentOwnVersion)),
]
