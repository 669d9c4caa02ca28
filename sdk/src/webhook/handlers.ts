import type { Families } from '../printed/clinic.generated.ts'
import type { ClinicEvent, EventType, Hydrated, NeverSent } from '../printed/events.generated.ts'
import { READS } from '../printed/reads.generated.ts'

/** The event of a type. */
export type EventOf<Type extends EventType> = Extract<ClinicEvent, { type: Type }>

type FamilyOf<Type extends string> = Type extends `${infer Family}.${string}` ? Family : never
/** `appointment.*` and the like: all events of a family. */
export type EventFamily = `${FamilyOf<EventType>}.*`
type TypesOf<Family extends EventFamily> = Family extends `${infer Name}.*`
  ? Extract<EventType, `${Name}.${string}`>
  : never

/** What a handler is given beside the event. */
export interface Context<Type extends EventType> {
  /** Reads the record that the event tells of, as it is now. `webhook` needs `clinic` for it. */
  readonly hydrate: [Hydrated[Type]] extends [never]
    ? { readonly 'there is nothing to read after this event': never }
    : () => Promise<Hydrated[Type]>
  /** Which attempt of the delivery this is, counted from 1. */
  readonly attempt: number
}

export type Handler<Type extends EventType> = (event: EventOf<Type>, context: Context<Type>) => unknown

/** By type of event, or by family; the type is asked first, and one handler alone is called. */
export type Handlers = { [Type in Exclude<EventType, NeverSent>]?: Handler<Type> } & {
  [Type in NeverSent]?: { readonly 'this event is never sent: read the record instead': never }
} & { [Family in EventFamily]?: Handler<TypesOf<Family>> }

/** What is called by names that no type knows beforehand. */
type Called = (event: ClinicEvent, context: { hydrate: () => Promise<unknown>; attempt: number }) => unknown

const isCalled = (value: unknown): value is Called => typeof value === 'function'

/** The handler of an event; undefined where there is none. */
export function handlerOf(on: object, type: string): Called | undefined {
  const handler: unknown = [type, `${type.slice(0, type.lastIndexOf('.'))}.*`, `${type.split('.')[0]}.*`]
    .map(name => (Object.hasOwn(on, name) ? Reflect.get(on, name) : undefined))
    .find(isCalled)
  return isCalled(handler) ? handler : undefined
}

const needs = (what: string): Error => new Error(`hydrate() ${what}`)

/** Reads the record that an event tells of. */
export function hydrating(clinic: Partial<Families> | undefined, event: ClinicEvent) {
  return async (): Promise<unknown> => {
    const [operation = '', ...filled] = READS[event.data.object]?.split(' ') ?? []
    if (operation === '') throw needs(`has nothing to read after ${event.type}`)
    if (!clinic) throw needs('needs the client: webhook({ clinic, … })')
    const [family = '', verb = ''] = operation.split('.')
    const read: unknown = Reflect.get(Object(Reflect.get(clinic, family)), verb)
    if (typeof read !== 'function') throw needs(`needs ${operation} of the client`)
    const pairs = filled.map(pair => pair.split('='))
    return read(Object.fromEntries(pairs.map(([key = '', field = '']) => [key, Reflect.get(event.data, field)])))
  }
}
