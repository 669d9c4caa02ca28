/** The rules of a manifest that no schema holds. */
import { isCidr } from './cidr.ts'
import type { Issue } from './errors.ts'
import { issuesOf } from './issues.ts'
import { isRecord } from './json-schema.ts'
import type { TSchema } from './kernel.ts'
import { settingsIssues } from './setting-rules.ts'
import type { Matches } from './setting-values.ts'
import { nearest } from './suggest.ts'

/** What the rules go by: the schemas of a manifest and of a field of its settings, and the types of events. */
export interface ManifestParts {
  readonly schema: TSchema
  readonly settingField: TSchema
  readonly eventTypes: readonly string[]
}

/** More than all types and families together; a bound on the work that a hostile document asks for. */
export const MOST_EVENTS = 200

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

/** What is wrong with an event of a webhook template: unknown, or outside requestedEvents. */
function templateEvent(
  event: string,
  requested: readonly string[],
  known: readonly string[],
): Omit<Issue, 'path'> | undefined {
  if (!known.includes(event)) {
    const meant = nearest(event, known)
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

function coveredTemplates({ requestedEvents, webhooks }: Document, { eventTypes }: ManifestParts): Issue[] {
  const known = [...eventTypes, ...new Set(eventTypes.map(type => `${type.split('.')[0]}.*`))]
  const requested = texts(requestedEvents)
  return list(webhooks)
    .slice(0, 10)
    .flatMap((webhook, index) =>
      texts(isRecord(webhook) ? webhook.events : [])
        .slice(0, MOST_EVENTS)
        .flatMap((event, at) => {
          const issue = event === '' ? undefined : templateEvent(event, requested, known)
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

const RULES: readonly ((document: Document, parts: ManifestParts) => Issue[])[] = [
  disjointScopes,
  coveredTemplates,
  addressRanges,
]

/** All problems of a manifest, each with its JSON pointer; none of a valid one. */
export function manifestProblems(parts: ManifestParts, value: unknown, matches: Matches): Issue[] {
  const shape = issuesOf(parts.schema, value)
  if (!isRecord(value)) return shape
  const settings = settingsIssues(parts.settingField, value.settingsSchema, matches).map(issue => ({
    ...issue,
    path: `/settingsSchema${issue.path}`,
  }))
  const rules = RULES.flatMap(rule => rule(value, parts))
  return [...shape.map(issue => withFamilyHint(issue, value)), ...rules, ...settings]
}
