import type { ScopeName } from '@clinic/contract/scopes.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { carrySettings } from './installation-settings.ts'
import { findInstalledPlugin, type InstalledPlugin } from './installed-plugin.ts'
import { type PluginVersion, pluginVersion } from './plugin-version.ts'

/** What the version that waits for approval asks for, beside what is in force. */
export interface UpgradeDifference {
  installed: InstalledPlugin
  waiting: PluginVersion
  addedScopes: ScopeName[]
  droppedScopes: ScopeName[]
  addedEvents: string[]
  droppedEvents: string[]
  /** Keys of settings that it needs and has not, or takes no more as they are. */
  missingSettings: string[]
}

const without = <Name extends string>(names: readonly Name[], others: readonly string[]): Name[] =>
  names.filter(name => !others.includes(name))

/** The difference that a person is asked to approve; refused where no version waits. */
export async function upgradeDifference(tx: Tx, id: string): Promise<UpgradeDifference> {
  const installed = await findInstalledPlugin(tx, id)
  const { status, pending_version_id: pending, release } = installed
  if (pending === null) return refuse('invalid_state_transition', { from: status, to: 'ACTIVE' })
  const waiting = await pluginVersion(tx, pending)
  const { issues } = carrySettings(tx.box, installed, waiting.manifest.settingsSchema)
  const [before, after] = [release.manifest, waiting.manifest]
  const offered = [...after.requestedScopes, ...(after.optionalScopes ?? [])]
  return {
    installed,
    waiting,
    addedScopes: without(after.requestedScopes, installed.granted_scopes),
    droppedScopes: without([...before.requestedScopes, ...(before.optionalScopes ?? [])], offered).filter(scope =>
      installed.granted_scopes.includes(scope),
    ),
    addedEvents: without(after.requestedEvents, installed.granted_events),
    droppedEvents: without(before.requestedEvents, after.requestedEvents),
    missingSettings: [...new Set(issues.flatMap(({ path }) => path.split('/').slice(1, 2)))],
  }
}
