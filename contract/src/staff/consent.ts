/** What a clinic is shown of a plugin, before it installs it and after. */
import { EVENT_TYPES } from '../event-types.ts'
import { described, FreeMap, MaybeId, MaybeText, MaybeTimestamp, Nested, Nullable, OneOf, shape } from '../fields.ts'
import { Type } from '../kernel.ts'
import { MARKS, TIERS } from '../scope-tiers.ts'
import type { ScopeName } from '../scopes.ts'

const tiers = Object.keys(TIERS).filter((name): name is keyof typeof TIERS => Object.hasOwn(TIERS, name))
const marks = Object.keys(MARKS).filter((name): name is keyof typeof MARKS => Object.hasOwn(MARKS, name))

/** A text in both languages; null where the developer gave none in Arabic. */
export const Bilingual = Nested({
  en: described(Type.String(), 'In English.'),
  ar: described(MaybeText, 'In Arabic; null where the developer gave none.'),
})

const TierName = described(OneOf(tiers), 'How delicate it is what can be reached, and under what the consent lists it.')

/** A scope with the sentences that a clinic reads. */
export const ConsentScope = shape('consentScope', {
  scope: Type.Unsafe<ScopeName>({ type: 'string' }),
  tier: TierName,
  marks: described(Type.Array(OneOf(marks)), 'What it lets the plugin do besides reading.'),
  en: Type.String(),
  ar: Type.String(),
})

/** An event with the sentence that a clinic reads. */
export const ConsentEvent = shape('consentEvent', {
  type: OneOf(EVENT_TYPES),
  tier: TierName,
  en: Type.String(),
  ar: Type.String(),
})

const WebhookTemplate = shape('webhookTemplate', {
  template: Type.Integer({ description: 'Which webhook of the manifest, counted from 1.' }),
  name: Bilingual,
  description: Nullable(Bilingual),
  events: Type.Array(Type.String()),
})

export const SettingsSchema = described(
  Nullable(FreeMap),
  'The form of the settings as the manifest declares it, from which alone it is drawn; null where there are none.',
)

export const CatalogueEntry = shape('catalogueEntry', {
  slug: Type.String(),
  version: Type.String({ description: 'The newest version that is published.' }),
  name: Bilingual,
  description: Bilingual,
  developerName: Type.String(),
  developerUrl: MaybeText,
  supportEmail: Type.String(),
  privacyPolicyUrl: Type.String(),
  category: described(MaybeText, 'Under what the publisher has put it; null where it has said nothing.'),
  icon: described(MaybeText, 'The path of its picture on this server; null where it has none.'),
  verifiedHost: described(
    MaybeText,
    'The host that the publisher has proved to be its own; null where it has proved none.',
  ),
  examinedAt: described(MaybeTimestamp, 'When this version passed its exam; null where it has passed none.'),
  installationId: described(MaybeId, 'The installation in this clinic; null where the plugin is not installed.'),
})

export const Consent = shape('consent', {
  slug: Type.String(),
  version: Type.String(),
  consentHash: Type.String({
    description: 'Names what is shown here: SHA-256, hexadecimal. Installing sends it back.',
  }),
  plugin: CatalogueEntry,
  required: described(Type.Array(ConsentScope), 'Granted together, or the plugin is not installed.'),
  optional: described(Type.Array(ConsentScope), 'Each granted on its own.'),
  events: Type.Array(ConsentEvent),
  allowedIpRanges: described(Type.Array(Type.String()), 'From where it calls; empty is from anywhere.'),
  settingsSchema: SettingsSchema,
  webhooks: Type.Array(WebhookTemplate),
  patientsPerDay: Type.Integer({
    description: 'Of how many patients it would be shown records in a day, unless the clinic says otherwise.',
  }),
  clinicPatients: Type.Integer({ description: 'How many patients the clinic has.' }),
})
