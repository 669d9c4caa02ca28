import { publisher } from '../access.ts'
import {
  allClearable,
  described,
  FreeMap,
  Id,
  MaybeText,
  MaybeTimestamp,
  OneOf,
  Optional,
  shape,
  Text,
  Timestamp,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'

const { operation } = family('Own plugins', {
  read: publisher('VIEWER', 'read'),
  write: publisher('DEVELOPER', 'test'),
})

/** At most so many of a publisher. */
export const MOST_PLUGINS = 50

const Visibility = described(
  OneOf(['PRIVATE', 'LISTED']),
  'PRIVATE: only clinics that have opened its link find it. LISTED: every clinic does, once a version was reviewed.',
)
const details = {
  category: described(Text(1, 60), 'Under what clinics find it.'),
  setupUrl: Type.String({
    format: 'uri',
    pattern: '^https://',
    maxLength: 1000,
    description: 'Where a clinic is led that has installed it, to set it up.',
    'x-expects': 'a URL that starts with https://',
  }),
}
const iconUrl = Type.String({
  format: 'uri',
  pattern: '^https://',
  maxLength: 1000,
  description:
    'Where the picture of the plugin is: PNG, JPEG or WebP, 256 KiB at most. It is fetched now, and served by us.',
  'x-expects': 'a URL that starts with https://',
})

export const OwnPlugin = shape('ownPlugin', {
  id: Id,
  slug: Type.String({ description: 'The name of the plugin in addresses, for ever.' }),
  visibility: Visibility,
  category: described(MaybeText, 'Under what clinics find it; null where that was not said.'),
  setupUrl: described(MaybeText, 'Where a clinic is led that has installed it; null where nothing is set up.'),
  icon: described(MaybeText, 'The path of its picture on this server; null where it has none.'),
  publishedVersion: described(MaybeText, 'The newest version that is published; null while none is.'),
  newestVersion: described(MaybeText, 'The newest version that was uploaded; null while none was.'),
  stoppedAt: described(
    MaybeTimestamp,
    'When its publisher stopped it in every clinic; null while it did not, whatever others have stopped.',
  ),
  createdAt: Timestamp,
})

export const listOwnPlugins = operation({
  id: 'listOwnPlugins',
  route: 'GET /:publisherId/plugins',
  summary: 'The plugins of the publisher, by slug',
  description: 'Those of which no version was uploaded yet, too.',
  input: { publisherId: Id },
  answer: 'all',
  returns: OwnPlugin,
})

export const createOwnPlugin = operation({
  id: 'createOwnPlugin',
  route: 'POST /:publisherId/plugins',
  summary: 'Takes a slug for a plugin of the publisher',
  description: `It is the publisher's for ever. At most ${MOST_PLUGINS} of one publisher.`,
  input: {
    publisherId: Id,
    slug: Type.String({
      pattern: '^[a-z][a-z0-9-]{2,29}$',
      maxLength: 30,
      description: 'The name of the plugin in addresses, for ever.',
      'x-expects': '3 to 30 small letters, digits and hyphens, beginning with a letter',
    }),
    visibility: Optional({ ...Visibility, default: 'PRIVATE' }),
    category: Optional(details.category),
    setupUrl: Optional(details.setupUrl),
    iconUrl: Optional(iconUrl),
  },
  returns: OwnPlugin,
  status: 201,
})

export const updateOwnPlugin = operation({
  id: 'updateOwnPlugin',
  route: 'PATCH /:publisherId/plugins/:id',
  summary: 'Changes what is said of a plugin besides its manifest',
  description:
    'A plugin of which a version is published privately stays private: clinics are listed what was reviewed.',
  input: { publisherId: Id, id: Id, visibility: Optional(Visibility), ...allClearable({ ...details, iconUrl }) },
  returns: OwnPlugin,
  refuses: ['invalid_state_transition'],
})

export const FoundIssue = shape('manifestIssue', {
  path: Type.String({ description: 'Where in the manifest, as a JSON pointer; version for the number.' }),
  code: Type.String({ description: 'What is wrong, as a word.' }),
  message: Type.String({ description: 'What is expected there.' }),
})

export const checkManifest = operation({
  id: 'checkManifest',
  route: 'POST /:publisherId/manifests/check',
  summary: 'Names every problem of a manifest',
  description:
    'Nothing is kept of it. Uploading it would be refused with the same issues. Pointers are within the manifest.',
  input: {
    publisherId: Id,
    manifest: described(FreeMap, 'The whole manifest.'),
  },
  changes: ['issues'],
  returns: shape('checkedManifest', {
    valid: Type.Boolean({ description: 'Whether there is no issue.' }),
    issues: Type.Array(FoundIssue, { description: 'All of them.' }),
  }),
})
