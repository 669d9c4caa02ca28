import { publisher } from '../access.ts'
import {
  described,
  FreeMap,
  Id,
  MaybeText,
  MaybeTimestamp,
  Nullable,
  OneOf,
  Optional,
  shape,
  Text,
  Timestamp,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'

const { operation } = family('Versions', {
  read: publisher('VIEWER', 'read'),
  write: publisher('DEVELOPER', 'test'),
})

export const VERSION_STATES = ['UPLOADED', 'IN_REVIEW', 'PUBLISHED', 'REJECTED', 'WITHDRAWN'] as const
const number = described(Text(1, 64), 'The number of the version, such as 1.4.0.')
const Names = (description: string) => Type.Array(Type.String(), { description })

const versionFields = {
  id: Id,
  version: Type.String({ description: 'Its number, such as 1.4.0: no other version has it.' }),
  state: described(OneOf(VERSION_STATES), 'UPLOADED is tried in the sandbox; clinics get what is PUBLISHED.'),
  notes: described(MaybeText, 'What is new; null where nothing was said.'),
  manifestHash: Type.String({ description: 'SHA-256 of the manifest as canonical JSON, hexadecimal.' }),
  uploadedAt: described(Timestamp, 'When it was uploaded, as a UTC instant.'),
  publishedAt: described(MaybeTimestamp, 'When it was published, as a UTC instant; null while it is not.'),
}
export const OwnVersion = shape('ownVersion', versionFields)

export const Difference = shape('versionDifference', {
  from: described(MaybeText, 'The number of the version that is published; null where this is the first.'),
  addedScopes: Names('Required scopes that are not in it.'),
  droppedScopes: Names('Required scopes that are in it alone.'),
  addedOptionalScopes: Names('Optional scopes that are not in it.'),
  droppedOptionalScopes: Names('Optional scopes that are in it alone.'),
  addedEvents: Names('Events that are not in it.'),
  droppedEvents: Names('Events that are in it alone.'),
  changed: Type.Array(OneOf(['texts', 'settings', 'templates', 'ranges']), {
    description: 'What else differs: texts, the form of the settings, webhook templates, address ranges.',
  }),
  takeOver: Type.Integer({ minimum: 0, description: 'How many installations would take it over by themselves.' }),
  mustApprove: Type.Integer({ minimum: 0, description: 'How many would wait for their clinic, for it asks for more.' }),
})
/** What a version may lack that is to be published, and then what one lacks that is to be listed. */
export const UNMET_CONDITIONS = [
  ...(['developer_name', 'host_verified', 'second_factor', 'number', 'review'] as const),
  ...(['icon', 'arabic_texts', 'exam'] as const),
] as const
export type UnmetCondition = (typeof UNMET_CONDITIONS)[number]

const Review = shape('versionReview', {
  decision: described(OneOf(['APPROVED', 'REJECTED']), 'What the reviewer decided.'),
  reasonEn: described(MaybeText, 'Why, in English; null where nothing was said.'),
  reasonAr: described(MaybeText, 'Why, in Arabic; null where nothing was said.'),
  decidedAt: described(Timestamp, 'When it was decided, as a UTC instant.'),
})

export const OwnVersionWhole = shape('ownVersionWhole', {
  ...versionFields,
  manifest: described(FreeMap, 'As it was uploaded.'),
  difference: Difference,
  unmet: Type.Array(OneOf(UNMET_CONDITIONS), {
    description:
      'What it lacks to be published, or to be handed in where the plugin is listed; empty where that was done.',
  }),
  review: described(Nullable(Review), 'What a reviewer decided about it; null where none has.'),
})

export const listOwnVersions = operation({
  id: 'listOwnVersions',
  route: 'GET /:publisherId/plugins/:id/versions',
  summary: 'The versions of a plugin, newest first',
  description: 'Those that were withdrawn or rejected, too.',
  input: { publisherId: Id, id: Id },
  answer: 'all',
  returns: OwnVersion,
})

export const getOwnVersion = operation({
  id: 'getOwnVersion',
  route: 'GET /:publisherId/plugins/:id/versions/:version',
  summary: 'A version of a plugin, and what it changes',
  description: 'With its manifest, and the difference from the last version that was published.',
  input: { publisherId: Id, id: Id, version: number },
  returns: OwnVersionWhole,
})

export const uploadVersion = operation({
  id: 'uploadVersion',
  route: 'POST /:publisherId/plugins/:id/versions',
  summary: 'Uploads a version of a plugin',
  description:
    'From then on the sandbox of the publisher offers it. Every problem of the manifest is named at once, by its pointer within the manifest. A number is never used again, and is above that of the version published last.',
  input: {
    publisherId: Id,
    id: Id,
    version: number,
    manifest: described(FreeMap, 'The whole manifest.'),
    notes: Optional(described(Text(1, 5000), 'What is new.')),
  },
  returns: OwnVersionWhole,
  status: 201,
})

export const publishVersion = operation({
  id: 'publishVersion',
  route: 'POST /:publisherId/plugins/:id/versions/:version/publish',
  access: publisher('OWNER', 'publish'),
  stepUp: true,
  summary: 'Publishes a version of a private plugin',
  description:
    'Clinics that have the plugin take it over, or are asked where it asks for more. The developerName of the manifest has to be the name of the publisher, its host verified, the login, or that which made the key, proved by a second factor, and the number above that of the version published last. A plugin that is listed is reviewed first.',
  input: { publisherId: Id, id: Id, version: number },
  changes: ['state', 'publishedAt'],
  returns: OwnVersion,
  refuses: ['invalid_state_transition', 'not_publishable'],
})

export const withdrawVersion = operation({
  id: 'withdrawVersion',
  route: 'POST /:publisherId/plugins/:id/versions/:version/withdraw',
  access: publisher('OWNER', 'publish'),
  stepUp: true,
  summary: 'Withdraws a version that is not published',
  description: 'It is not offered any more. Its number stays taken.',
  input: { publisherId: Id, id: Id, version: number },
  changes: ['state'],
  returns: OwnVersion,
  refuses: ['invalid_state_transition'],
})

export const submitVersion = operation({
  id: 'submitVersion',
  route: 'POST /:publisherId/plugins/:id/versions/:version/submit',
  access: publisher('OWNER', 'publish'),
  stepUp: true,
  summary: 'Hands a version of a listed plugin in to be reviewed',
  description:
    'Besides what publishing asks for, the plugin has a picture, every text is there in Arabic, and the version has passed its exam. The owners are written to once it is decided.',
  input: { publisherId: Id, id: Id, version: number },
  changes: ['state'],
  returns: OwnVersion,
  refuses: ['invalid_state_transition', 'not_publishable'],
})
