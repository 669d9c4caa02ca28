/** The plugin manifest, version 1 (specification, Plugin manifest): its JSON Schema and the rules that no schema holds. */
import { isCidr } from './cidr.ts'
import type { Issue } from './errors.ts'
import { EVENT_TYPES } from './event-types.ts'
import { Nested, Optional, Text } from './fields.ts'
import { issuesOf } from './issues.ts'
import { isRecord } from './json-schema.ts'
import { type Static, Type } from './kernel.ts'
import { SCOPES, type ScopeName } from './scopes.ts'
import { readsPattern } from './setting-fields.ts'
import type { Matches } from './setting-values.ts'
import { settingsRules, settingsSchemaV1 } from './settings-schema.ts'
import { nearest } from './suggest.ts'

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

/** More than all types and families together; a bound on the work that a hostile document asks for. */
const MOST_EVENTS = 200

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

type Document = Record<string, unknown>

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const texts = (value: unknown): readonly string[] => list(value).map(item => (typeof item === 'string' ? item : ''))

function disjointScopes({ requestedScopes, optionalScopes }: Document): Issue[] {
  const requested = new Set(texts(requestedScopes))
  return texts(optionalScopes).flatMap((scope, index) =>
    scope !== '' && requested.has(scope)
      ? [{ path: `/optionalScopes/${index}`, code: 'not_unique', message: 'is already one of requestedScopes' }]
      : [],
  )
}

const FAMILIES = [...new Set(EVENT_TYPES.map(type => `${type.split('.')[0]}.*`))]
const KNOWN: readonly string[] = [...EVENT_TYPES, ...FAMILIES]

/** What is wrong with an event of a webhook template: unknown, or outside requestedEvents. */
function templateEvent(event: string, requested: readonly string[]): Omit<Issue, 'path'> | undefined {
  if (!KNOWN.includes(event)) {
    const meant = nearest(event, KNOWN)
    const message = `must be an event type or a family such as appointment.*${meant ? `; did you mean ${meant}?` : ''}`
    return { code: 'enum', message }
  }
  if (!event.endsWith('.*')) {
    return requested.includes(event) ? undefined : { code: 'not_covered', message: 'must be one of requestedEvents' }
  }
  const covers = requested.some(type => type.startsWith(event.slice(0, -1)))
  return covers ? undefined : { code: 'not_covered', message: 'must cover at least one of requestedEvents' }
}

/** A family stands in webhooks alone: what a clinic consents to is each type by its name. */
const withFamilyHint = (issue: Issue, { requestedEvents }: Document): Issue => {
  const index = /^\/requestedEvents\/(\d+)$/.exec(issue.path)?.[1]
  const family = index === undefined ? undefined : texts(requestedEvents)[Number(index)]
  if (issue.code !== 'enum' || !family?.endsWith('*')) return issue
  const message = 'must be one event type; a family such as appointment.* may stand in the events of webhooks alone'
  return { ...issue, message }
}

function coveredTemplates({ requestedEvents, webhooks }: Document): Issue[] {
  const requested = texts(requestedEvents)
  return list(webhooks)
    .slice(0, 10)
    .flatMap((webhook, index) =>
      texts(isRecord(webhook) ? webhook.events : [])
        .slice(0, MOST_EVENTS)
        .flatMap((event, at) => {
          const issue = event === '' ? undefined : templateEvent(event, requested)
          return issue ? [{ path: `/webhooks/${index}/events/${at}`, ...issue }] : []
        }),
    )
}

function addressRanges({ allowedIpRanges }: Document): Issue[] {
  const message = 'must be an address range such as 203.0.113.0/24 or 2001:db8::/32'
  return list(allowedIpRanges).flatMap((range, index) =>
    typeof range === 'string' && !isCidr(range) ? [{ path: `/allowedIpRanges/${index}`, code: 'format', message }] : [],
  )
}

const RULES: readonly ((document: Document) => Issue[])[] = [disjointScopes, coveredTemplates, addressRanges]

/**
 * All problems of a manifest, each with its JSON pointer; empty for a valid one. Patterns of the settings schema
 * are only read unless an engine is given.
 */
export function validateManifest(value: unknown, matches: Matches = readsPattern): Issue[] {
  const shape = issuesOf(manifestSchemaV1, value)
  if (!isRecord(value)) return shape
  const settings = settingsRules(value.settingsSchema, matches).map(issue => ({
    ...issue,
    path: `/settingsSchema${issue.path}`,
  }))
  return [...shape.map(issue => withFamilyHint(issue, value)), ...RULES.flatMap(rule => rule(value)), ...settings]
}
