/** How a plugin of the clinic is doing, and what it makes use of. */
import { permission } from '../access.ts'
import { described, Id, MaybeId, MaybeTimestamp, Nested, OneOf, Optional, shape, Timestamp, UpTo } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { isScopeName, SCOPES, type ScopeName } from '../scopes.ts'

const { operation } = family('Installed plugins', {
  read: permission('plugins:see'),
  write: permission('plugins:manage'),
  sight: 'clinic',
})

export const HEALTH_STATES = ['WORKING', 'ATTENTION', 'STOPPED'] as const
export type HealthState = (typeof HEALTH_STATES)[number]

/** Why a plugin is stopped, and then why one needs attention, the most pressing first. */
export const STOP_CAUSES = ['all_stopped', 'suspended', 'held'] as const
export const ATTENTION_CAUSES = [
  ...(['endpoint_disabled', 'requests_failed', 'delivery_late', 'patient_limit'] as const),
  ...(['token_ends', 'update_waits', 'unused'] as const),
] as const
export const HEALTH_CAUSES = [...STOP_CAUSES, ...ATTENTION_CAUSES] as const
export type HealthCause = (typeof HEALTH_CAUSES)[number]

/** Of the requests of an hour the latest so many say enough. */
export const MOST_OF_HOUR = 1_000

/** How it is doing, for all who are shown it. */
export const standing = {
  state: described(OneOf(HEALTH_STATES), 'Whether it works, needs attention, or is stopped.'),
  causes: described(Type.Array(OneOf(HEALTH_CAUSES)), 'Why, the most pressing first; empty where it works.'),
}

export const PatientsPerDay = Type.Integer({
  minimum: 100,
  maximum: 1_000_000,
  description: 'Of how many patients it may be shown records in a day.',
})

/** What is said of it wherever the plugin is shown. */
export const Health = Nested(standing)

export const PluginHealth = shape('pluginHealth', {
  id: described(Id, 'Of the installation.'),
  ...standing,
  disabledEndpointId: described(MaybeId, 'An address that is switched off; null where none is.'),
  requestsOfHour: Type.Integer({ description: `Requests of the last hour, the latest ${MOST_OF_HOUR} at most.` }),
  failedOfHour: Type.Integer({
    description: 'Those that were refused or failed, save for a record that is gone or a place that is taken.',
  }),
  oldestQueuedAt: described(MaybeTimestamp, 'Since when the oldest delivery waits; null where none does.'),
  tokenEndsAt: described(MaybeTimestamp, 'When the next key ends that nothing has replaced; null where none does.'),
  lastUsedAt: described(MaybeTimestamp, 'When a key of it was last used, to the minute; null before the first time.'),
  patientsToday: Type.Integer({ description: 'How many patients it was shown records of today.' }),
  patientsPerDay: Type.Integer({ description: 'Of how many patients it may be shown records in a day.' }),
  patientsAllowedToday: Type.Integer({
    description: 'The same for today: in the week after installing, all patients of the clinic and a tenth more.',
  }),
})

const ScopeUse = shape('scopeUse', {
  scope: Type.Unsafe<ScopeName>({ type: 'string', description: 'The name of the scope.' }),
  required: Type.Boolean({ description: 'Whether it goes only with the plugin.' }),
  requests30: Type.Integer({ description: 'Requests of the last 30 days that made use of it.' }),
  patients30: Type.Integer({ description: 'Patients in their answers, each counted in every answer.' }),
  requests90: Type.Integer({ description: 'Requests of the last 90 days.' }),
  patients90: Type.Integer({ description: 'Patients in their answers, each counted in every answer.' }),
  lastUsedAt: described(MaybeTimestamp, 'When it was last made use of; null where it never was.'),
  unused: Type.Boolean({ description: 'Whether it has been granted for 90 days without being used.' }),
})

export const PluginScopeUse = shape('pluginScopeUse', {
  id: described(Id, 'Of the installation.'),
  scopes: described(Type.Array(ScopeUse), 'All that it was granted.'),
})

export const getPluginHealth = operation({
  id: 'getPluginHealth',
  route: 'GET /installations/:id/health',
  summary: 'How a plugin is doing',
  description:
    'It needs attention where an update waits, an address is switched off, more than a fifth of at least 20 requests of an hour failed, a delivery waits for more than 10 minutes, a key ends within 14 days, four fifths of its patients a day are reached, or it was not used for 30 days.',
  input: { id: Id },
  returns: PluginHealth,
})

export const getScopeUse = operation({
  id: 'getScopeUse',
  route: 'GET /installations/:id/scope-use',
  summary: 'What a plugin makes use of, scope by scope',
  description: 'For the scopes that it was granted: how often in 30 and in 90 days, and when last.',
  input: { id: Id },
  returns: PluginScopeUse,
})

export const putPluginLimits = operation({
  id: 'putPluginLimits',
  route: 'PUT /installations/:id/limits',
  stepUp: true,
  summary: 'Says of how many patients a plugin may be shown records in a day',
  description: 'Holds from the next request on, in the day that runs, too.',
  input: { id: Id, patientsPerDay: PatientsPerDay },
  returns: shape('pluginLimits', {
    id: described(Id, 'Of the installation.'),
    patientsPerDay: Type.Integer({ description: 'Patients a day.' }),
  }),
  refuses: ['invalid_state_transition'],
})

export const askPluginDeveloper = operation({
  id: 'askPluginDeveloper',
  route: 'POST /installations/:id/ask-developer',
  summary: 'Asks the developer of a plugin why it needs scopes that it does not use',
  description:
    'By mail to the support of the plugin, with how often each was used: what a plugin requires goes only with the plugin. Once a day at most.',
  input: {
    id: Id,
    scopes: Type.Array(OneOf(Object.keys(SCOPES).filter(isScopeName)), {
      minItems: 1,
      maxItems: 48,
      uniqueItems: true,
      description: 'Those that are asked about, of what it was granted.',
    }),
    note: Optional(described(UpTo(500), 'What else the clinic says.')),
  },
  changes: ['askedAt'],
  returns: shape('developerAsked', {
    id: described(Id, 'Of the installation.'),
    sentTo: Type.String({ description: 'The support of the plugin.' }),
    askedAt: described(Timestamp, 'When it was asked.'),
  }),
  refuses: ['invalid_state_transition'],
})
