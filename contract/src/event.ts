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

interface Declaration<Named extends string, Name extends string, Fields extends TProperties>
  extends Particulars<Fields> {
  type: Named
  summary: string
  object: Name
  data: Fields
}

/**
 * Declares an event. `data` always holds id and object; otherwise ids, numbers, dates and states only: no name, phone
 * or free text ever travels in an event (specification, Rules per event 7).
 */
export function event<const Named extends string, const Name extends string, Fields extends TProperties>(
  declaration: Declaration<Named, Name, Fields>,
) {
  const { type, summary, object, neverSent = false, previousAttributes: previousExample } = declaration
  const properties = { id: Id, object: Type.Unsafe<Name>({ type: 'string', const: object }), ...declaration.data }
  const example = { object, ...objectExample({ properties }, object), ...declaration.example }
  const previous = previousExample ? { previousAttributes: true, previousExample } : { previousAttributes: false }
  return { type, summary, data: Nested(properties), example, ...previous, neverSent }
}

/** What declares the events that tell of one kind of record with the same data. */
export const eventsAbout =
  <const Name extends string, Fields extends TProperties>(object: Name, data: Fields) =>
  <const Named extends string>(type: Named, summary: string, particulars?: Particulars<Fields>) =>
    event({ type, summary, object, data, ...particulars })
