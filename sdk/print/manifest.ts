import type { JsonSchema } from '@clinic/contract/json-schema.ts'
import { manifestSchemaV1 } from '@clinic/contract/manifest.ts'
import { PublishedSchemas } from '@clinic/contract/openapi/schemas.ts'
import { fieldsOf, printedInterface } from './types.ts'

/** Editors show the schema as it is; what only the server reads stays behind. */
const schema: JsonSchema = new PublishedSchemas().input({ ...manifestSchemaV1 }, ['manifest'])

const named: Readonly<Record<string, string>> = { requestedScopes: 'Scope', optionalScopes: 'Scope' }

/** Scopes and events by the names of their lists, and not spelt out once more. */
function typed(name: string, field: JsonSchema): JsonSchema {
  const known = named[name] ?? (name === 'requestedEvents' ? 'EventType' : undefined)
  return known && field.items ? { ...field, items: { $ref: known } as JsonSchema } : field
}

export function printedManifest(): string {
  const fields = fieldsOf(schema).map(field => ({ ...field, schema: typed(field.name, field.schema) }))
  return [
    `import type { EventType } from './events.generated.ts'\nimport type { Scope } from './lists.generated.ts'\n`,
    printedInterface('Manifest', 'The manifest of a plugin, version 1.', fields, 'caller'),
  ].join('\n')
}

export const printedManifestSchema = (): string => `${JSON.stringify(schema, null, 2)}\n`
