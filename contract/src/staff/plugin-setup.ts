import { permission } from '../access.ts'
import { described, Id, MaybeTimestamp, Nullable, shape, Timestamp } from '../fields.ts'
import { family, Type } from '../kernel.ts'

const { operation } = family('Installed plugins', { write: permission('plugins:manage'), sight: 'clinic' })

export const createSetupLink = operation({
  id: 'createSetupLink',
  route: 'POST /installations/:id/setup-link',
  stepUp: true,
  summary: 'Makes a new link to the setup of a plugin that has one',
  description:
    'With a code for which the developer’s server takes a key of the plugin, once, within ten minutes. Links made before are no good any more.',
  input: { id: Id },
  changes: ['setupUrl'],
  returns: shape('setupLink', {
    id: described(Id, 'The installation.'),
    setupUrl: Type.String({ description: 'Where to open the setup. Shown this once.' }),
    expiresAt: described(Timestamp, 'Until when the link is good.'),
  }),
  refuses: ['invalid_state_transition'],
})

/** For how many days ahead a clinic may share ids of records. */
export const MOST_SHARED_DAYS = 7

export const putSharedIds = operation({
  id: 'putSharedIds',
  route: 'PUT /installations/:id/shared-ids',
  stepUp: true,
  summary: 'Lets the developer of a plugin see which records its requests and events are about, for some days',
  description: `To look into a fault together. Ids alone, and for ${MOST_SHARED_DAYS} days ahead at most; null ends it.`,
  input: { id: Id, until: described(Nullable(Timestamp), 'Until when; null: no longer.') },
  changes: ['idsSharedUntil'],
  returns: shape('sharedIds', {
    id: described(Id, 'The installation.'),
    idsSharedUntil: described(MaybeTimestamp, 'Until when they are shared; null where they are not.'),
  }),
  refuses: ['invalid_state_transition'],
})
