/** The fields of a settings schema, as they are declared. */
import { Bilingual, Condition, FieldKey, Options } from './field-parts.ts'
import { described, Nested, OneOf, Optional, Text } from './fields.ts'
import { type Static, Type } from './kernel.ts'
import { SETTING_TYPES } from './setting-values.ts'

const length = Type.Integer({ minimum: 0, maximum: 10_000 })

export const SettingFieldSchema = Nested({
  key: FieldKey,
  type: OneOf(SETTING_TYPES),
  label: Bilingual(80),
  help: Optional(Bilingual(500)),
  required: Optional(Type.Boolean()),
  default: Optional(Type.Unknown({ description: 'A value of the type of the field; not for secrets and records.' })),
  min: Optional(Type.Number({ description: 'For number and integer.' })),
  max: Optional(Type.Number({ description: 'For number and integer.' })),
  minLength: Optional(length),
  maxLength: Optional(length),
  pattern: Optional(described(Text(1, 500), 'RE2 syntax, for text and secret; found anywhere.')),
  options: Optional(Options(80)),
  visibleWhen: Optional(Condition('Shown, and required if it is, only while an earlier field has this value.')),
})

export type SettingField = Static<typeof SettingFieldSchema>
