/**
 * Settings schema, version 1: how a plugin describes the settings that a clinic fills in. A plugin without one keeps any
 * JSON map up to 64 KiB and 200 keys.
 */
import { canonicalJson } from './canonical-json.ts'
import type { Issue } from './errors.ts'
import { issuesOf } from './issues.ts'
import { type Static, Type } from './kernel.ts'
import { type SettingField, SettingFieldSchema } from './setting-fields.ts'
import { readsPattern, settingsIssues } from './setting-rules.ts'
import { type Matches, valueIssues, visibleFields } from './setting-values.ts'

export const settingsSchemaV1 = Type.Object(
  { version: Type.Literal(1), fields: Type.Array(SettingFieldSchema, { minItems: 1, maxItems: 50 }) },
  { additionalProperties: false, title: 'Settings schema, version 1' },
)

export type SettingsSchema = Static<typeof settingsSchemaV1>
export type Settings = Record<string, unknown>

/** What is shown in place of a secret that is set, and taken as "unchanged" when it is sent back. */
export const SECRET_MASK = '••••'

export const MOST_KEYS = 200
export const MOST_BYTES = 64 * 1024

/** The rules over well-formed fields; malformed ones are left to the schema. */
const settingsRules = (value: unknown, matches: Matches): Issue[] => settingsIssues(SettingFieldSchema, value, matches)

/** All problems of a settings schema document. Patterns are only read unless an engine is given. */
export const validateSettingsSchema = (value: unknown, matches: Matches = readsPattern): Issue[] => [
  ...issuesOf(settingsSchemaV1, value),
  ...settingsRules(value, matches),
]

export interface AppliedSettings {
  /** What to keep: complete, defaults included. Unchanged when there are issues. */
  readonly settings: Settings
  readonly changedKeys: readonly string[]
  readonly issues: readonly Issue[]
}

type Values = Map<string, unknown>

/** Also when the keys of a map come in another order, as they do out of the database. */
const sameJson = (one: unknown, other: unknown): boolean => canonicalJson(one) === canonicalJson(other)

/** The keys whose values differ, those that only one of the two has included. */
export function changedKeys(before: Settings, after: Settings): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return keys.filter(key => !sameJson(before[key], after[key]))
}

/** Merges key by key; null deletes, and a secret's mask sent back leaves the secret as it is. */
function merge(current: Settings, patch: Settings, secrets: ReadonlySet<string>): Values {
  const values: Values = new Map(Object.entries(current))
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) values.delete(key)
    else if (value !== SECRET_MASK || !secrets.has(key)) values.set(key, value)
  }
  return values
}

function sizeIssues(values: Values): Issue[] {
  if (values.size > MOST_KEYS) {
    return [{ path: '', code: 'too_many', message: `must have at most ${MOST_KEYS} keys altogether` }]
  }
  const bytes = new TextEncoder().encode(JSON.stringify(Object.fromEntries(values))).length
  return bytes > MOST_BYTES ? [{ path: '', code: 'too_long', message: 'must be at most 64 KiB altogether' }] : []
}

/** Puts defaults in and returns what is required, visible and still missing. */
function complete({ fields }: SettingsSchema, values: Values): Issue[] {
  const read = ({ key, default: value }: SettingField) => {
    if (value !== undefined && !values.has(key)) values.set(key, value)
    return values.get(key)
  }
  return visibleFields(fields, read).flatMap(({ key, required }) =>
    !required || values.has(key) ? [] : [{ path: `/${key}`, code: 'required', message: 'is required' }],
  )
}

/** What is wrong with the patch itself. Deleting a key that an earlier schema left behind is allowed. */
function patchIssues({ fields }: SettingsSchema, current: Settings, patch: Settings, matches: Matches): Issue[] {
  const known = new Map(fields.map(entry => [entry.key, entry]))
  const open = Object.fromEntries(fields.map(entry => [entry.key, {}]))
  const schema = { type: 'object', properties: open, additionalProperties: false }
  const given = Object.entries(patch)
  const stale = new Set(
    given.filter(([key, value]) => value === null && Object.hasOwn(current, key)).map(([key]) => key),
  )
  const checked = Object.fromEntries(given.filter(([key]) => !stale.has(key)))
  const values = given.flatMap(([key, value]) => {
    const entry = known.get(key)
    const kept = value === null || (entry?.type === 'secret' && value === SECRET_MASK)
    return entry && !kept ? valueIssues(entry, value, `/${key}`, matches) : []
  })
  return [...issuesOf(schema, checked), ...values]
}

/**
 * Merges a patch into settings: keys given are set, null deletes, defaults fill what is absent, required fields that are
 * visible must have a value. Without a schema any JSON map is taken within the limits. Whether branches, practitioners
 * and message templates exist is the caller's to check.
 */
export function applySettings(
  schema: SettingsSchema | null,
  current: Settings,
  patch: Settings,
  matches: Matches,
): AppliedSettings {
  const secrets = new Set(schema?.fields.filter(({ type }) => type === 'secret').map(({ key }) => key))
  const values = merge(current, patch, secrets)
  const wrong = schema ? patchIssues(schema, current, patch, matches) : issuesOf({ type: 'object' }, patch)
  const missing = schema ? complete(schema, values) : []
  const issues = [...wrong, ...missing, ...sizeIssues(values)]
  if (issues.length > 0) return { settings: current, changedKeys: [], issues }
  const settings = Object.fromEntries(values)
  return { settings, changedKeys: changedKeys(current, settings), issues }
}
