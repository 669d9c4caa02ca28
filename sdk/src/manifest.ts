/** The manifest of a plugin: its type, its schema for editors, and what is wrong with one. */
import { manifestProblems } from '@clinic/contract/manifest-rules.ts'
import { readsPattern } from '@clinic/contract/setting-rules.ts'
import type { Issue } from './errors.ts'
import type { Manifest } from './printed/manifest.generated.ts'
import schema from './printed/manifest.schema.generated.json' with { type: 'json' }

export type { Issue, Manifest }

/** The JSON Schema of a manifest, version 1; `@clinic/sdk/manifest.schema.json` is the same as a file. */
export const manifestSchema: Readonly<Record<string, unknown>> = schema

/** The manifest as it is, checked by the compiler. */
export const defineManifest = <const Written extends Manifest>(manifest: Written): Written => manifest

const { properties } = schema

/**
 * All problems of a manifest, each with its JSON pointer; none of a valid one. They are those that the platform finds, save
 * that whether a pattern of the settings is RE2 is decided there.
 */
export const manifestIssues = (manifest: unknown): readonly Issue[] =>
  manifestProblems(
    {
      schema,
      settingField: properties.settingsSchema.properties.fields.items,
      eventTypes: properties.requestedEvents.items.enum,
    },
    manifest,
    readsPattern,
  )
