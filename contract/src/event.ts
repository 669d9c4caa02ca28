import type { Static, TObject, TProperties } from 'typebox'
import { Id, Nested } from './fields.ts'
import { objectExample } from './openapi/examples.ts'
import { Type } from './schema-builders.ts'

interface Particulars<Fields extends TProperties> {
  /** What the example says differently from other examples of such fields. */
  example?: Partial<Static<TObject<Fields>>> & { id?: string }
  /** What the example was before, for an update-type event: one that tells of a change to a record that was there. */
  previousAttributes?: Partial<Static<TObject<Fields>>>
  neverSent?: boolean
}

/** What declares the events that tell of one kind of record with the same data. */
export const eventsAbout =
  <const Name extends string, Fields extends TProperties>(object: Name, data: Fields) =>
  <const Named extends string>(type: Named, summary: string, particulars: Particulars<Fields> = {}) => {
    const { example, previousAttributes: previousExample, neverSent = false } = particulars
    const properties = { id: Id, object: Type.Unsafe<Name>({ type: 'string', const: object }), ...data }
    const previous = previousExample ? { previousAttributes: true, previousExample } : { previousAttributes: false }
    return {
      ...{ type, summary, neverSent, ...previous },
      data: Nested(properties),
      example: { object, ...objectExample({ properties }, object), ...example },
    }
  }

/**
 * Declares an event. `data` always holds id and object; otherwise ids, numbers, dates and states only: no name, phone
 * or free text ever travels in an event (specification, Rules per event 7).
 */
export function event<const Named extends string, const Name extends string, Fields extends TProperties>(
  declaration: Particulars<Fields> & { type: Named; summary: string; object: Name; data: Fields },
) {
  const { type, summary, object, data } = declaration
  // The types are given: to infer them, the compiler would go through the examples for a second.
  return eventsAbout<Name, Fields>(object, data)<Named>(type, summary, declaration)
}
