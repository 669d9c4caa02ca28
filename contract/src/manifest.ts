/** The plugin manifest, version 1 (specification, Plugin manifest): its JSON Schema and the rules that no schema holds. */
import type { Issue } from './errors.ts'
import { EVENT_TYPES } from './event-types.ts'
import { Nested, Optional, Text } from './fields.ts'
import { type Static, Type } from './kernel.ts'
import { type ManifestParts, MOST_EVENTS, manifestProblems } from './manifest-rules.ts'
import { SCOPES, type ScopeName } from './scopes.ts'
import { SettingFieldSchema } from './setting-fields.ts'
import { readsPattern } from './setting-rules.ts'
import type { Matches } from './setting-values.ts'
import { settingsSchemaV1 } from './settings-schema.ts'

const localized = (maxLength: number) => Nested({ en: Text(1, maxLength), ar: Optional(Type.String({ maxLength })) })

const HttpsUrl = (description: string) =>
  Type.String({
    format: 'uri',
    pattern: '^https://',
    maxLength: 1000,
    description,
    'x-expects': 'a URL that starts with https://',
  })

const names = (one: string, all: string[]) =>
  Type.Unsafe<string>({ type: 'string', enum: all, 'x-expects': `one of the ${all.length} ${one}` })
const Scopes = (description: string, minItems: number) =>
  Type.Array(Type.Unsafe<ScopeName>(names('scopes', Object.keys(SCOPES))), { minItems, uniqueItems: true, description })

const Plugin = Nested({
  slug: Type.String({
    pattern: '^[a-z][a-z0-9-]{2,29}$',
    description: 'Names the plugin for ever.',
    'x-expects': '3 to 30 small letters, digits and hyphens, beginning with a letter',
  }),
  name: localized(200),
  description: localized(5000),
  developerName: Text(1, 200),
  developerUrl: Optional(HttpsUrl('The home page of the developer.')),
  supportEmail: Type.String({ format: 'email', maxLength: 200 }),
  privacyPolicyUrl: HttpsUrl('Shown on the consent screen.'),
  iconUrl: Optional(HttpsUrl('A square picture.')),
})

const Webhook = Nested({
  name: localized(200),
  description: Optional(localized(1000)),
  events: Type.Array(Text(1, 64), {
    minItems: 1,
    maxItems: MOST_EVENTS,
    description: 'Event types, or families such as appointment.*; covered by requestedEvents.',
  }),
})

export const manifestSchemaV1 = Type.Object(
  {
    $schema: Optional(Type.String({ maxLength: 1000, description: 'Where editors find this schema. It is not read.' })),
    manifestVersion: Type.Literal(1),
    plugin: Plugin,
    requestedScopes: Scopes('Every one must be granted when the plugin is installed.', 1),
    optionalScopes: Optional(Scopes('The clinic consents to each on its own; none of requestedScopes.', 0)),
    requestedEvents: Type.Array(names('event types', [...EVENT_TYPES]), { uniqueItems: true }),
    settingsSchema: Optional(settingsSchemaV1),
    webhooks: Optional(
      Type.Array(Webhook, {
        maxItems: 10,
        description: 'Templates; the clinic gives the URL of each when it installs the plugin.',
      }),
    ),
    allowedIpRanges: Optional(
      Type.Array(Type.String(), {
        maxItems: 50,
        description: 'CIDR ranges, IPv4 or IPv6, that pre-fill the allowlist of tokens; empty means any address.',
      }),
    ),
  },
  {
    additionalProperties: false,
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Plugin manifest, version 1',
  },
)

export type Manifest = Static<typeof manifestSchemaV1>

const PARTS: ManifestParts = {
  schema: manifestSchemaV1,
  settingField: SettingFieldSchema,
  eventTypes: EVENT_TYPES,
}

/**
 * All problems of a manifest, each with its JSON pointer; empty for a valid one. Patterns of the settings schema
 * are only read unless an engine is given.
 */
export const validateManifest = (value: unknown, matches: Matches = readsPattern): Issue[] =>
  manifestProblems(PARTS, value, matches)
