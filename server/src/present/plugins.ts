import { tierOfEvent } from '@clinic/contract/event-tiers.ts'
import { EVENT_TYPES } from '@clinic/contract/event-types.ts'
import { EVENT_WORDS } from '@clinic/contract/event-words.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { isScopeName, type ScopeName } from '@clinic/contract/scopes.ts'
import type { CatalogueEntry, Consent, ConsentEvent } from '@clinic/contract/staff/consent.ts'
import {
  ConsentReceipt,
  InstalledPlugin,
  type InstalledWithSecrets,
  type PluginUpgrade,
} from '@clinic/contract/staff/installed-plugin.ts'
import { STAFF_ROLES } from '@clinic/contract/staff/permissions.ts'
import { PluginHealth as HealthShown, type PluginScopeUse } from '@clinic/contract/staff/plugin-health.ts'
import { PluginsState } from '@clinic/contract/staff/plugin-stops.ts'
import { PluginToken, type PluginTokenWithText } from '@clinic/contract/staff/plugin-tokens.ts'
import { LANGUAGES } from '@clinic/contract/staff/session.ts'
import type { Offer, Proof } from '../domain/plugins/catalogue.ts'
import type { ConsentReceipt as Receipt } from '../domain/plugins/consent-receipts.ts'
import { consentHash, consentText, describedScopes, plain } from '../domain/plugins/consent-text.ts'
import type { InstalledPlugin as Installed } from '../domain/plugins/installed-plugin.ts'
import type { IssuedToken, TokenRow } from '../domain/plugins/issue-token.ts'
import type { PluginHealth } from '../domain/plugins/plugin-health.ts'
import type { ScopeUse } from '../domain/plugins/scope-use.ts'
import type { PluginsState as State } from '../domain/plugins/stop-plugins.ts'
import type { UpgradeDifference } from '../domain/plugins/upgrade-difference.ts'
import type { EndpointWithSecret } from '../domain/webhooks/add-endpoint.ts'
import { type Presenter, presenter } from '../kernel/presenter.ts'
import { iconPath } from '../kernel/values/picture-paths.ts'
import { wordOf } from '../kernel/values/word-of.ts'

const eventTypeOf = wordOf(EVENT_TYPES)
const roleOf = wordOf(STAFF_ROLES)
const languageOf = wordOf(LANGUAGES)

const eventsShown = (types: readonly string[]): Static<typeof ConsentEvent>[] =>
  types.map(eventTypeOf).map(type => ({ type, tier: tierOfEvent(type), ...EVENT_WORDS[type] }))

const granted = (names: readonly string[]): ScopeName[] => names.filter(isScopeName)
const mapOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
const schemaOf = (value: unknown): Record<string, unknown> | null => (isRecord(value) ? value : null)

export function presentOffer({ version, installationId, ...about }: Offer): Static<typeof CatalogueEntry> {
  const { plugin } = consentText(version)
  const { verifiedHost, examinedAt, category, icon_name } = about
  return { ...plugin, verifiedHost, examinedAt, category, icon: iconPath(icon_name), installationId }
}

/** How many patients there are, and of how many of them the plugin may be shown records in a day. */
export interface Patients {
  patientsPerDay: number
  clinicPatients: number
}

export function presentConsent(offer: Offer, patients: Patients): Static<typeof Consent> {
  const { version } = offer
  const { required, optional, events: types, allowedIpRanges } = consentText(version)
  const { settingsSchema, webhooks = [] } = version.manifest
  return {
    slug: version.slug,
    version: version.version,
    consentHash: consentHash(version),
    plugin: presentOffer(offer),
    required,
    optional,
    events: eventsShown(types),
    allowedIpRanges,
    settingsSchema: schemaOf(settingsSchema),
    webhooks: webhooks.map(({ name, description, events: told }, index) => ({
      template: index + 1,
      name: plain(name),
      description: description ? plain(description) : null,
      events: told,
    })),
    ...patients,
  }
}

/** Of the optional scopes of the version in force, those that were not granted. */
const notGranted = ({ release, granted_scopes }: Installed): ScopeName[] =>
  (release.manifest.optionalScopes ?? []).filter(scope => !granted_scopes.includes(scope))

/** An installation with how it is doing. */
export interface Observed extends Installed {
  doing: PluginHealth
}

export const presentInstalledPlugin = presenter<Observed, typeof InstalledPlugin>(InstalledPlugin, {
  slug: ({ release }) => release.slug,
  name: ({ release }) => plain(release.manifest.plugin.name),
  icon: ({ icon_name }) => iconPath(icon_name),
  developerName: ({ release }) => consentText(release).plugin.developerName,
  version: ({ release }) => release.version,
  scopes: row => describedScopes(granted(row.granted_scopes)),
  optional: row => describedScopes(notGranted(row)),
  removableScopes: ({ release, granted_scopes }) =>
    (release.manifest.optionalScopes ?? []).filter(scope => granted_scopes.includes(scope)),
  events: row => eventsShown(row.granted_events),
  settings: row => mapOf(row.settings),
  settingsSchema: ({ release }) => schemaOf(release.manifest.settingsSchema),
  patientsPerDay: ({ doing }) => doing.patients_per_day,
  health: ({ status, doing: { state, causes } }) => (status === 'UNINSTALLED' ? null : { state, causes }),
})

export const presentPluginHealth = presenter<PluginHealth, typeof HealthShown>(HealthShown)

export const presentScopeUse = (id: string, uses: readonly ScopeUse[]): Static<typeof PluginScopeUse> => ({
  id,
  scopes: uses.map(({ last_used_at, ...use }) => ({ ...use, lastUsedAt: last_used_at })),
})

/** What is shown once of it that was just installed. */
interface Secrets {
  token: string | null
  setupUrl: string | null
  made: readonly EndpointWithSecret[]
}

export const presentInstalled = (
  installation: Static<typeof InstalledPlugin>,
  receiptId: string,
  { token, setupUrl, made }: Secrets,
): Static<typeof InstalledWithSecrets> => ({
  ...{ installation, receiptId, token, setupUrl },
  webhooks: made.map(({ endpoint: { id, url }, secret }) => ({ id, url, signingSecret: secret })),
})

export const presentPluginsState = presenter<State, typeof PluginsState>(PluginsState, {
  stoppedAt: 'plugins_stopped_at',
  stoppedBy: 'plugins_stopped_by',
  stopReason: 'plugins_stop_reason',
})

export const presentReceipt = presenter<Receipt, typeof ConsentReceipt>(ConsentReceipt, {
  giverRole: ({ giver_role }) => (giver_role === null ? null : roleOf(giver_role)),
  language: ({ language }) => (language === null ? null : languageOf(language)),
  scopes: 'granted_scopes',
  events: 'granted_events',
  textShown: row => mapOf(row.text_shown),
})

export const presentUpgrade = (found: UpgradeDifference & Proof, patients: Patients): Static<typeof PluginUpgrade> => ({
  fromVersion: found.installed.release.version,
  addedScopes: describedScopes(found.addedScopes),
  droppedScopes: describedScopes(found.droppedScopes),
  addedEvents: eventsShown(found.addedEvents),
  droppedEvents: eventsShown(found.droppedEvents),
  missingSettings: found.missingSettings,
  consent: presentConsent(
    {
      ...found.installed,
      version: found.waiting,
      installationId: found.installed.id,
      verifiedHost: found.verifiedHost,
      examinedAt: found.examinedAt,
    },
    patients,
  ),
})

export const presentToken = presenter<TokenRow, typeof PluginToken>(PluginToken)

export const presentTokenWithText: Presenter<IssuedToken, Static<typeof PluginTokenWithText>> = (
  { token, row },
  clinic,
) => ({ ...presentToken(row, clinic), token })
