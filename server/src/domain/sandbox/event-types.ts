import { type JsonSchema, typesOf } from '@clinic/contract/json-schema.ts'
import { TRIGGER_FIELDS, TRIGGER_TYPES } from '@clinic/contract/sandbox-fields.ts'

export interface EventField {
  name: string
  kind: 'text' | 'number' | 'boolean' | 'instant' | 'date' | 'choice' | 'list'
  choices: string[]
}

/** Every event that can be caused, with what may be said of it. */
export const sandboxEventTypes = (): { type: string; fields: EventField[] }[] =>
  TRIGGER_TYPES.map(type => ({
    type,
    fields: Object.entries(TRIGGER_FIELDS[type]).map(([name, field]) => fieldOf(name, field)),
  }))

function fieldOf(name: string, schema: JsonSchema): EventField {
  const choices = (schema.enum ?? []).filter(choice => typeof choice === 'string')
  return { name, kind: choices.length > 0 ? 'choice' : kindOf(schema), choices }
}

function kindOf(schema: JsonSchema): EventField['kind'] {
  const type = typesOf(schema).find(one => one !== 'null')
  if (type === 'boolean') return 'boolean'
  if (type === 'number' || type === 'integer') return 'number'
  if (type === 'array') return 'list'
  if (schema.format === 'date-time') return 'instant'
  return schema.format === 'date' ? 'date' : 'text'
}
