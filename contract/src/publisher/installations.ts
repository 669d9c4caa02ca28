import { publisher } from '../access.ts'
import {
  described,
  Id,
  MaybeInteger,
  MaybeText,
  MaybeTimestamp,
  Nested,
  Nullable,
  OneOf,
  shape,
  Text,
  Timestamp,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { Bilingual } from '../staff/consent.ts'
import { MOST_OF_HOUR, standing } from '../staff/plugin-health.ts'

const { operation, listing } = family('Installations', {
  read: publisher('VIEWER', 'read'),
  write: publisher('DEVELOPER', 'read'),
})

const MODES = ['LIVE', 'TEST'] as const
const STATUSES = ['ACTIVE', 'UPDATE_PENDING', 'SUSPENDED', 'UNINSTALLED'] as const

/** Of the patients of a clinic a publisher learns a share in tenths, and never how many they are. */
const OwnHealth = Nested({
  ...standing,
  requestsOfHour: Type.Integer({ description: `Requests of the last hour, the latest ${MOST_OF_HOUR} at most.` }),
  failedOfHour: Type.Integer({
    description: 'Those that were refused or failed, save for a record that is gone or a place that is taken.',
  }),
  oldestQueuedAt: described(MaybeTimestamp, 'Since when the oldest delivery waits; null where none does.'),
  tokenEndsAt: described(MaybeTimestamp, 'When the next key ends that nothing has replaced; null where none does.'),
  lastUsedAt: described(MaybeTimestamp, 'When a key of it was last used, to the minute; null before the first time.'),
  patientShare: described(
    MaybeInteger,
    'How many of the patients whose records it may be shown today it was shown, in percent, rounded down to tens; null in the week after installing, when the number follows from how many patients the clinic has.',
  ),
})

export const OwnInstallation = shape('ownInstallation', {
  id: Id,
  clinicId: Id,
  clinicName: described(Bilingual, 'The clinic.'),
  pluginId: Id,
  slug: Type.String({ description: 'The plugin.' }),
  version: Type.String({ description: 'The version that is in force there.' }),
  pendingVersion: described(MaybeText, 'The version that waits there for approval; null where none does.'),
  mode: described(OneOf(MODES), 'TEST in a sandbox clinic.'),
  status: described(OneOf(STATUSES), 'How the clinic has it.'),
  runs: Type.Boolean({ description: 'Whether it may call and be told: no side has stopped it.' }),
  installedAt: described(Timestamp, 'When it was installed, as a UTC instant.'),
  uninstalledAt: described(MaybeTimestamp, 'When it was removed, as a UTC instant; null while it stands.'),
  keysHandedOver: Type.Boolean({ description: 'Whether the publisher makes and replaces its keys.' }),
  idsSharedUntil: described(
    MaybeTimestamp,
    'Until when the clinic shows which of its records are concerned; null where it does not. Of a TEST one it always does.',
  ),
  health: described(
    Nullable(OwnHealth),
    'How it is doing, by the rule that its clinic sees; null where it was removed.',
  ),
})

export const listOwnInstallations = listing({
  id: 'listOwnInstallations',
  route: 'GET /:publisherId/installations',
  summary: 'Where the plugins of the publisher are installed, newest first',
  description: 'Those that were removed, too.',
  paging: 'Page',
  path: { publisherId: Id },
  filters: {
    pluginId: described(Id, 'Of this plugin.'),
    mode: described(OneOf(MODES), 'In clinics, or in sandboxes.'),
    status: described(OneOf(STATUSES), 'How the clinic has it.'),
  },
  returns: OwnInstallation,
})

export const getOwnInstallation = operation({
  id: 'getOwnInstallation',
  route: 'GET /:publisherId/installations/:installationId',
  summary: 'An installation of a plugin of the publisher',
  description:
    'Of its clinic it tells the name, and of how it is doing there nothing that says how many patients the clinic has.',
  input: { publisherId: Id, installationId: Id },
  returns: OwnInstallation,
})

export const claimInstallation = operation({
  id: 'claimInstallation',
  route: 'POST /:publisherId/installation-claims',
  summary: 'Gives the key of an installation for the code of its setup link',
  description:
    'For the backend that the clinic was led to after it installed the plugin: the setupUrl was opened with ?code=…, which is good once, for ten minutes.',
  input: { publisherId: Id, code: described(Text(43, 43), 'What the setup was opened with.') },
  changes: ['token'],
  returns: shape('claimedInstallation', {
    id: described(Id, 'The installation.'),
    clinicId: described(Id, 'The clinic.'),
    mode: described(OneOf(MODES), 'TEST in a sandbox clinic.'),
    tokenId: described(Id, 'The key.'),
    token: Type.String({ description: 'The key itself. Shown this once.' }),
    expiresAt: described(Timestamp, 'When the key ends.'),
  }),
  status: 201,
  refuses: ['not_found'],
})
