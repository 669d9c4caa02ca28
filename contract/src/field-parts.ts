/** The parts that the fields of a settings schema and the questions of a form are declared with. */
import { Nested, Optional, Text } from './fields.ts'
import { Type } from './kernel.ts'

export const FieldKey = Type.String({
  pattern: '^[a-z][A-Za-z0-9_]{0,63}$',
  'x-expects': 'a small letter followed by up to 63 letters, digits or underscores',
})

/** A text in English and, where it was translated, in Arabic. */
export const Bilingual = (maxLength: number) => Nested({ en: Text(1, maxLength), ar: Optional(Text(1, maxLength)) })

/** What an earlier field must have been given. */
export const Condition = (description: string) =>
  Type.Object(
    { key: FieldKey, equals: Type.Union([Type.String(), Type.Number(), Type.Boolean()]) },
    { additionalProperties: false, description },
  )

/** What can be chosen, with labels of up to this length. */
export const Options = (longestLabel: number) =>
  Type.Array(Nested({ value: Text(1, 100), label: Bilingual(longestLabel) }), {
    minItems: 1,
    maxItems: 100,
    description: 'For select and multiselect.',
  })
