import { permission } from '../access.ts'
import { EndpointUrl } from '../endpoint-fields.ts'
import { described, FreeMap, Id, Nested, OneOf, Optional, Text } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { isScopeName, SCOPES } from '../scopes.ts'
import { Slug } from './catalogue.ts'
import {
  ConsentReceipt,
  InstalledPlugin,
  InstalledWithSecrets,
  PluginUpgrade,
  ResumedPlugin,
} from './installed-plugin.ts'
import { PatientsPerDay } from './plugin-health.ts'
import { StopReason } from './plugin-stops.ts'
import { AddressRanges } from './plugin-tokens.ts'
import { LANGUAGES } from './session.ts'

const { operation } = family('Installed plugins', {
  read: permission('plugins:see'),
  write: permission('plugins:manage'),
  sight: 'clinic',
})

const ScopeNames = Type.Array(OneOf(Object.keys(SCOPES).filter(isScopeName)), { uniqueItems: true })
const optionalScopes = described(ScopeNames, 'Of the optional scopes, those to grant besides the required ones.')
const settings = described(FreeMap, 'Key by key. A secret that is left out, or sent as its mask, stays.')
const consentHash = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'Of the consent that was shown. Where the plugin asks for something else by now: consent_changed.',
  'x-expects': 'the consentHash of the consent that was shown',
})
const language = described(OneOf(LANGUAGES), 'The language in which the consent was read.')

export const listInstalledPlugins = operation({
  id: 'listInstalledPlugins',
  route: 'GET /installations',
  summary: 'The plugins of the clinic, newest first',
  description: 'Each with what it was granted. Those that were removed are listed only when asked for.',
  input: {
    removed: Optional(Type.Boolean({ default: false, description: 'Whether to list those that were removed.' })),
  },
  answer: 'all',
  returns: InstalledPlugin,
})

export const getInstalledPlugin = operation({
  id: 'getInstalledPlugin',
  route: 'GET /installations/:id',
  summary: 'A plugin of the clinic',
  description: 'Its state, what it was granted and could be, and its settings with secrets masked.',
  input: { id: Id },
  returns: InstalledPlugin,
})

export const installPlugin = operation({
  id: 'installPlugin',
  route: 'POST /installations',
  stepUp: true,
  summary: 'Installs a plugin and gives it what it asks for',
  description:
    'The newest version, with exactly the consent that was shown. Leaves a receipt of who agreed to what. The key and the signing secrets are in this answer alone.',
  input: {
    slug: Slug,
    version: Optional(
      described(Text(1, 50), 'The version that was shown. Where there is a newer one by now: refused.'),
    ),
    consentHash,
    language,
    optionalScopes: Optional(optionalScopes),
    settings: Optional(settings),
    webhookUrls: Optional(
      Type.Array(
        Nested({
          template: described(Type.Integer({ minimum: 1, maximum: 10 }), 'Which webhook of the manifest.'),
          url: EndpointUrl,
        }),
        { maxItems: 10, description: 'Where the events of the webhooks of the manifest go.' },
      ),
    ),
    allowedIpRanges: Optional(AddressRanges),
    patientsPerDay: Optional(PatientsPerDay),
  },
  returns: InstalledWithSecrets,
  status: 201,
  refuses: ['not_found', 'consent_changed', 'already_installed', 'destination_not_allowed'],
})

export const listConsentReceipts = operation({
  id: 'listConsentReceipts',
  route: 'GET /installations/:id/receipts',
  summary: 'What was agreed to for a plugin, by whom and when, newest first',
  description: 'A receipt is never changed: it holds the texts word for word as they were shown.',
  input: { id: Id },
  answer: 'all',
  returns: ConsentReceipt,
})

export const getPluginUpgrade = operation({
  id: 'getPluginUpgrade',
  route: 'GET /installations/:id/upgrade',
  summary: 'What a version that waits for approval asks for beyond what was granted',
  description: 'Beside the difference it gives the whole consent, whose hash approving sends back.',
  input: { id: Id },
  returns: PluginUpgrade,
  refuses: ['invalid_state_transition'],
})

export const approvePluginUpgrade = operation({
  id: 'approvePluginUpgrade',
  route: 'POST /installations/:id/upgrade/approve',
  stepUp: true,
  summary: 'Grants what the waiting version asks for and puts it in force',
  description: 'Leaves a second receipt. Until then the old version works on as it was granted.',
  input: {
    id: Id,
    consentHash,
    language,
    optionalScopes: Optional(optionalScopes),
    settings: Optional(settings),
  },
  returns: InstalledPlugin,
  emits: ['plugin.settings.updated'],
  refuses: ['invalid_state_transition', 'consent_changed'],
})

export const declinePluginUpgrade = operation({
  id: 'declinePluginUpgrade',
  route: 'POST /installations/:id/upgrade/decline',
  stepUp: true,
  summary: 'Keeps the old version; the next one asks again',
  description: 'It goes on with what it was granted.',
  input: { id: Id },
  returns: InstalledPlugin,
  refuses: ['invalid_state_transition'],
})

export const suspendPlugin = operation({
  id: 'suspendPlugin',
  route: 'POST /installations/:id/suspend',
  summary: 'Stops a plugin: from the next request on it is refused',
  description: 'Its settings, keys and addresses stay.',
  input: { id: Id, reason: Optional(StopReason) },
  returns: InstalledPlugin,
  refuses: ['invalid_state_transition'],
})

export const resumePlugin = operation({
  id: 'resumePlugin',
  route: 'POST /installations/:id/resume',
  stepUp: true,
  summary: 'Lets a suspended plugin go on where it was',
  description:
    'What happened in the meantime was not queued for it: the answer counts it, and its addresses can recover it.',
  input: { id: Id },
  returns: ResumedPlugin,
  refuses: ['invalid_state_transition'],
})

export const uninstallPlugin = operation({
  id: 'uninstallPlugin',
  route: 'POST /installations/:id/uninstall',
  stepUp: true,
  summary: 'Removes a plugin for good',
  description: 'Its keys end, its secrets are forgotten, and one last event tells it. Installing it again starts anew.',
  input: { id: Id, confirm: described(Slug, 'The slug of the plugin, typed by the person who removes it.') },
  returns: InstalledPlugin,
  emits: ['installation.uninstalled'],
  refuses: ['confirmation_mismatch', 'invalid_state_transition'],
})

export const changePluginScopes = operation({
  id: 'changePluginScopes',
  route: 'POST /installations/:id/scopes',
  stepUp: true,
  summary: 'Grants optional scopes, or takes them back',
  description: 'Holds from the next request on, and leaves a receipt. Required scopes go only with the plugin.',
  input: { id: Id, language, add: Optional(ScopeNames), remove: Optional(ScopeNames) },
  returns: InstalledPlugin,
  refuses: ['required_scope', 'invalid_state_transition'],
})

export const changePluginSettings = operation({
  id: 'changePluginSettings',
  route: 'PATCH /installations/:id/settings',
  summary: 'Changes settings of a plugin, key by key; null clears one',
  description: 'The whole is checked against the form of the version that is installed.',
  input: { id: Id, settings },
  returns: InstalledPlugin,
  emits: ['plugin.settings.updated'],
})
