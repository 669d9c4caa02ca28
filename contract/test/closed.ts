import { isRecord } from '../src/json-schema.ts'

/**
 * A printed schema as strict as the whitelist of the server: an object has the fields that it names and no other. What is
 * printed leaves room for new fields; an example has none.
 */
export function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (!isRecord(schema)) return schema
  const inside = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  return isRecord(schema.properties) && !('additionalProperties' in schema)
    ? { ...inside, additionalProperties: false }
    : inside
}
