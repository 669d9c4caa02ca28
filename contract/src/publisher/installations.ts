import { publisher } from '../access.ts'
import { described, Id, MaybeText, MaybeTimestamp, OneOf, shape, Text, Timestamp } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { Bilingual } from '../staff/consent.ts'

const { operation, listing } = family('Installations', {
  read: publisher('VIEWER', 'read'),
  write: publisher('DEVELOPER', 'read'),
})

const MODES = ['LIVE', 'TEST'] as const
const STATUSES = ['ACTIVE', 'UPDATE_PENDING', 'SUSPENDED', 'UNINSTALLED'] as const

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
  description: 'Of its clinic it tells the name.',
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
