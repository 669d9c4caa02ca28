import { EVENT_WORDS } from 'virtual:event-words'
import type { EventType } from '@clinic/contract/event-types.ts'
import type { Manifest } from '@clinic/contract/manifest.ts'
import { marksOf, TIER_OF } from '@clinic/contract/scope-tiers.ts'
import { SCOPES, type ScopeName } from '@clinic/contract/scopes.ts'
import type { Returned } from '../../lib/api.ts'
import { plainName } from '../../ui/isolated.tsx'

export type Consent = Returned<'getConsent'>
export type Scope = Consent['required'][number]

/** A version that the server has checked. */
export interface Release {
  readonly version: string
  readonly manifest: Manifest
}

/** Whether it is a manifest: the server takes no other. */
export const isManifest = (value: unknown): value is Manifest =>
  typeof value === 'object' && value !== null && 'plugin' in value && 'requestedScopes' in value

const bilingual = ({ en, ar }: { en: string; ar?: string }) => ({
  en: plainName(en),
  ar: ar === undefined ? null : plainName(ar),
})

/** Scopes with the sentences that clinics read. */
export const scopesShown = (names: readonly ScopeName[]): Scope[] =>
  names.map(scope => ({ scope, tier: TIER_OF[scope], marks: marksOf(scope), ...SCOPES[scope] }))

export const isScope = (name: string): name is ScopeName => Object.hasOwn(SCOPES, name)

const isEventType = (type: string): type is EventType => Object.hasOwn(EVENT_WORDS, type)

/** Events with what is said of them. */
export const eventsShown = (types: readonly string[]): Consent['events'] =>
  types.filter(isEventType).map(type => ({ type, tier: 'clinic', en: '', ar: '', ...EVENT_WORDS[type] }))

/** What a clinic would be asked that installs this version. */
export function consentOf({ version, manifest }: Release): Consent {
  const { plugin, requestedScopes, optionalScopes = [], requestedEvents, webhooks = [] } = manifest
  const { slug, developerName, developerUrl = null, supportEmail, privacyPolicyUrl } = plugin
  return {
    ...{ slug, version, consentHash: '' },
    // What a clinic decides, and how large it is, is known in the clinic alone.
    ...{ patientsPerDay: 0, clinicPatients: 0 },
    plugin: {
      ...{
        slug,
        version,
        supportEmail,
        privacyPolicyUrl,
        developerUrl,
        installationId: null,
        category: null,
        icon: null,
        verifiedHost: null,
        examinedAt: null,
      },
      name: bilingual(plugin.name),
      description: bilingual(plugin.description),
      developerName: plainName(developerName),
    },
    required: scopesShown(requestedScopes),
    optional: scopesShown(optionalScopes),
    events: eventsShown(requestedEvents),
    allowedIpRanges: manifest.allowedIpRanges ?? [],
    settingsSchema: manifest.settingsSchema ?? null,
    webhooks: webhooks.map(({ name, description, events }, index) => ({
      template: index + 1,
      name: bilingual(name),
      description: description ? bilingual(description) : null,
      events,
    })),
  }
}
