import { anyToken, scope } from './access.ts'
import { event } from './event.ts'
import { FreeMap, Id, OneOf, resource, Timestamp } from './fields.ts'
import { family, Type } from './kernel.ts'
import { Code, ofTier } from './tiers.ts'

/** UPDATE_PENDING: a newer version asks for more and waits for approval; the old grant still works. */
export const InstallationStatus = OneOf(['ACTIVE', 'UPDATE_PENDING', 'SUSPENDED', 'UNINSTALLED'])

/** What the clinic and the plugin set; nothing of a patient belongs there. */
const Settings = ofTier('clinic', FreeMap)

export const Installation = resource('installation', {
  id: Id,
  status: InstallationStatus,
  pluginSlug: Code,
  pluginVersion: Code,
  grantedScopes: Type.Array(Code),
  grantedEvents: Type.Array(Code),
  settings: Settings,
  installedAt: Timestamp,
})

export const InstallationSettings = resource('installation_settings', { installationId: Id, settings: Settings })

const { operation } = family('Installation', { read: anyToken, write: scope('settings:write') })

export const getInstallation = operation({
  id: 'getInstallation',
  route: 'GET /installation',
  summary: 'Get this installation',
  description: 'What the clinic granted. settings is {} without settings:read; secret settings are never shown.',
  returns: Installation,
})

export const updateInstallationSettings = operation({
  id: 'updateInstallationSettings',
  route: 'PATCH /installation/settings',
  summary: 'Update the settings of this installation',
  description:
    'The body is the map itself. It is merged key by key, null deletes a key. It must satisfy the settings schema of the plugin version, or without one hold at most 200 keys and 64 KiB.',
  input: { settings: FreeMap },
  bodyKey: 'settings',
  returns: InstallationSettings,
  emits: ['plugin.settings.updated'],
})

export const installationUninstalled = event({
  type: 'installation.uninstalled',
  summary:
    'The clinic removed the plugin: its tokens are revoked. It goes to the endpoints that subscribe to it, as every event does, and is the last one that they get.',
  object: 'installation',
  data: { pluginSlug: Code },
})
export const pluginSettingsUpdated = event({
  type: 'plugin.settings.updated',
  summary: 'Settings of this installation changed; changedKeys says which, the API says what.',
  object: 'installation',
  data: {
    changedKeys: Type.Array(Code, { description: 'Keys that changed, never their values.' }),
  },
  example: { changedKeys: ['reminderHours'] },
  previousAttributes: {},
})
