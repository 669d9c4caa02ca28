/** What a clinic sees of the plugins that it has, and of what it agreed to. */
import {
  described,
  FreeMap,
  Id,
  MaybeId,
  MaybeText,
  MaybeTimestamp,
  Nullable,
  OneOf,
  shape,
  Timestamp,
} from '../fields.ts'
import { Type } from '../kernel.ts'
import { Bilingual, Consent, ConsentEvent, ConsentScope, SettingsSchema } from './consent.ts'
import { STAFF_ROLES } from './permissions.ts'
import { Health } from './plugin-health.ts'
import { MissedEvents } from './plugin-stops.ts'
import { LANGUAGES } from './session.ts'

const installedFields = {
  id: Id,
  slug: Type.String(),
  name: Bilingual,
  developerName: Type.String(),
  version: Type.String(),
  pendingVersion: described(MaybeText, 'The version that asks for more and waits for approval; null where none does.'),
  mode: OneOf(['LIVE', 'TEST']),
  status: OneOf(['ACTIVE', 'UPDATE_PENDING', 'SUSPENDED', 'UNINSTALLED']),
  stoppedAt: described(MaybeTimestamp, 'Since when it is suspended; null where it is not.'),
  stopReason: described(MaybeText, 'Why it was suspended, as the person said who did it.'),
  stoppedBy: described(MaybeId, 'Who suspended it: id of a member of staff; null where nobody of the clinic did.'),
  heldAt: described(
    MaybeTimestamp,
    'Since when the plugin stands still in every clinic, whatever its state here; null where it does not.',
  ),
  scopes: described(Type.Array(ConsentScope), 'What it was granted.'),
  optional: described(Type.Array(ConsentScope), 'Optional scopes that it was not granted.'),
  removableScopes: described(Type.Array(Type.String()), 'Of what it was granted, what it can do without.'),
  events: Type.Array(ConsentEvent),
  allowedIpRanges: described(Type.Array(Type.String()), 'What a new key is limited to; empty is any address.'),
  settings: described(FreeMap, 'Secrets are masked.'),
  settingsSchema: SettingsSchema,
  patientsPerDay: Type.Integer({ description: 'Of how many patients it may be shown records in a day.' }),
  health: described(Nullable(Health), 'How it is doing; null where it was removed.'),
  installedAt: Timestamp,
  uninstalledAt: MaybeTimestamp,
}

export const InstalledPlugin = shape('installedPlugin', installedFields)

export const ResumedPlugin = shape('resumedPlugin', { ...installedFields, missed: MissedEvents })

const ConnectedWebhook = shape('connectedWebhook', {
  id: Id,
  url: Type.String(),
  signingSecret: Type.String({ description: 'Shown once. Begins with whsec_.' }),
})

export const InstalledWithSecrets = shape('installedWithSecrets', {
  installation: InstalledPlugin,
  receiptId: described(Id, 'The receipt of the consent.'),
  token: Type.String({ description: 'The key that the plugin calls with. Shown this once; only its hash is kept.' }),
  webhooks: Type.Array(ConnectedWebhook),
})

export const ConsentReceipt = shape('consentReceipt', {
  id: Id,
  givenAt: Timestamp,
  givenBy: Type.String({ description: 'Kind and id of who agreed, such as staff usr_…' }),
  giverName: MaybeText,
  giverRole: Nullable(OneOf(STAFF_ROLES)),
  sessionId: described(MaybeId, 'The login in which it was agreed to; null where a command agreed.'),
  address: described(MaybeText, 'The address that it came from; null where a command agreed.'),
  language: Nullable(OneOf(LANGUAGES)),
  secondFactorAt: described(MaybeTimestamp, 'When that login had proved a second factor; null where it had not.'),
  version: Type.String(),
  manifestHash: Type.String(),
  scopes: Type.Array(Type.String()),
  events: Type.Array(Type.String()),
  allowedIpRanges: Type.Array(Type.String()),
  textShown: described(FreeMap, 'What was shown, word for word.'),
})

export const PluginUpgrade = shape('pluginUpgrade', {
  fromVersion: Type.String(),
  addedScopes: Type.Array(ConsentScope),
  droppedScopes: Type.Array(ConsentScope),
  addedEvents: Type.Array(ConsentEvent),
  droppedEvents: Type.Array(ConsentEvent),
  missingSettings: described(Type.Array(Type.String()), 'Keys of settings that the new version needs and has not.'),
  consent: Consent,
})
