/**
 * The words in which the interface is declared. One declaration per operation and event; validation, serialisation,
 * OpenAPI, audit and tests are derived from it.
 *
 * Glossary: *operation* one method and path of /api/v1 · *listing* an operation that pages · *resource* what is
 * returned, named by its field `object` · *input* path, query and body in one flat object · *scope* what an
 * installation was granted · *field scope* a further scope without which a field is left out.
 */
import type { Static, TObject, TProperties, TSchema } from 'typebox'
import type { ErrorCode, Issue } from './errors.ts'
import type { EventType } from './event-types.ts'
import { Type } from './schema-builders.ts'
import type { ScopeName } from './scopes.ts'

export type { Static, TObject, TProperties, TSchema }
export { Type }

/** Any record's id: a type prefix, `_` and a time-ordered part; 1 to 64 characters. */
export const Id = Type.String({ minLength: 1, maxLength: 64 })
/** A UTC instant, ISO 8601; exactly three fraction digits in answers. */
export const Timestamp = Type.String({ format: 'date-time' })
/** A calendar date, YYYY-MM-DD. */
export const DateOnly = Type.String({ format: 'date' })
/** An amount in the currency's major unit (SAR 2 decimals, KWD 3). */
export const Money = Type.Number()
/** An amount in major units that must be above zero. */
export const PositiveMoney = Type.Number({ exclusiveMinimum: 0 })
export const Text = (minLength: number, maxLength: number) => Type.String({ minLength, maxLength })
/** A text that may be left empty, which says that there is none: as if it were absent, or null where that clears a field. */
export const UpTo = (maxLength: number) => Type.String({ maxLength, 'x-empty-is-none': true })
export const Optional = Type.Optional

/** One of a closed set of words. */
export const OneOf = <const Values extends readonly [string, ...string[]]>(
  values: Values,
  options?: { description: string },
) => Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options })

/** A flag that can be set but not taken back: only `true` is accepted. */
export const OnlyTrue = Type.Unsafe<true>({ type: 'boolean', const: true })

/** A value that may be null, as the plain JSON Schema `type: [..., "null"]` that serialisers and OpenAPI 3.1 both take. */
export function Nullable<Schema extends TSchema>(schema: Schema) {
  const { type, enum: values, ...rest } = { ...schema } as Record<string, unknown>
  const nullable = { ...rest, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) }
  return Type.Unsafe<Static<Schema> | null>(nullable)
}

/** A field that is left out of answers unless the installation holds `scope`. */
export function Scoped<Schema extends TSchema>(scope: ScopeName, schema: Schema) {
  return Type.Unsafe<Static<Schema>>({ ...schema, 'x-required-scope': scope })
}

/** As `Scoped`, but only in records whose field `sibling` is not null. */
export function ScopedWhere<Schema extends TSchema>(scope: ScopeName, sibling: string, schema: Schema) {
  return Scoped(scope, Type.Unsafe<Static<Schema>>({ ...schema, 'x-required-scope-where': sibling }))
}

/** A phone number that is masked (country code and last two digits), not left out, unless the installation holds `scope`. */
export function MaskedWithout<Schema extends TSchema>(scope: ScopeName, schema: Schema) {
  return Type.Unsafe<Static<Schema>>({ ...schema, 'x-masked-without-scope': scope })
}

/** The nullable twins of the field types that resources are made of. */
export const MaybeText = Nullable(Type.String())
export const MaybeId = Nullable(Id)
export const MaybeTimestamp = Nullable(Timestamp)
export const MaybeInteger = Nullable(Type.Integer())
export const MaybeNumber = Nullable(Type.Number())

/** A nested object of a resource: closed, all fields present. */
export const Nested = <Fields extends TProperties>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false })

/** A free-form map, as settings and form answers are. */
export const FreeMap = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

/**
 * A resource: `object` names its kind, then its whitelisted fields. Nothing else ever leaves the service. `variant` is
 * the documented name of a second shape of the same kind.
 */
export function resource<const Name extends string, Fields extends TProperties>(
  name: Name,
  fields: Fields,
  variant: string = name,
) {
  return Type.Object(
    { object: Type.Unsafe<Name>({ type: 'string', const: name }), ...fields },
    { additionalProperties: false, 'x-resource': variant },
  )
}

/** The scopes an operation asks for; an empty list means that any valid token will do. */
export interface ScopeRule {
  readonly mode: 'all' | 'any'
  readonly scopes: readonly ScopeName[]
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type RateClass = 'read' | 'write' | 'message'

/** Query parameter groups of the specification, section Endpoints. */
const Page = {
  cursor: Optional(
    Type.String({ minLength: 1, maxLength: 500, description: 'Opaque: nextCursor of the previous page.' }),
  ),
  limit: Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
}
const Delta = {
  updatedAfter: Optional(
    Type.String({ format: 'date-time', description: 'Only records updated strictly after this instant.' }),
  ),
}
const Window = {
  from: Optional(Type.String({ format: 'date-time', description: 'Start of the window, inclusive.' })),
  to: Optional(Type.String({ format: 'date-time', description: 'End of the window, exclusive.' })),
}
const GROUPS = { Page, Plain: { ...Page, ...Delta }, Std: { ...Page, ...Window, ...Delta } }
export type PagingGroup = keyof typeof GROUPS

export interface Operation<In extends TObject = TObject, Returns extends TSchema = TSchema> {
  /** camelCase verb and noun: OpenAPI operationId and the assistant's tool name. */
  readonly id: string
  readonly method: Method
  /** Below /api/v1, with `:name` for path parameters. */
  readonly path: string
  readonly summary: string
  readonly description?: string
  /** The family, as documentation groups it. */
  readonly tag: string
  readonly scope: ScopeRule
  readonly input: In
  /** Input key that is the whole body instead of one key of it (free-form maps). */
  readonly bodyKey?: string
  readonly returns: Returns
  readonly answer: 'one' | 'page' | 'all'
  readonly status: 200 | 201 | 202
  readonly rateClass: RateClass
  readonly emits: readonly EventType[]
  /** Refusals by this operation's own business rules, besides those every operation may answer. */
  readonly refuses: readonly ErrorCode[]
  /** Longest span of from..to in days, where the specification caps it. */
  readonly windowDays?: number
  /** Rules over several inputs that no schema holds. */
  readonly check?: (input: Record<string, unknown>) => Issue[]
  /** True where the answer holds a secret: its stored response is encrypted at rest. */
  readonly secret?: boolean
  /** True for queries that may run long: they get a connection of their own. */
  readonly heavy?: boolean
}

export type Input<Op> = Op extends Operation<infer In, TSchema> ? Static<In> : never
export type Returned<Op> = Op extends Operation<TObject, infer Returns> ? Static<Returns> : never

type ScopeWish = ScopeName | { any: readonly ScopeName[] } | 'any'
type Shared = Pick<
  Operation,
  'id' | 'summary' | 'description' | 'tag' | 'bodyKey' | 'windowDays' | 'check' | 'secret' | 'heavy'
>

interface Declaration<Fields extends TProperties, Returns extends TSchema> extends Shared {
  /** `METHOD /path` */
  route: `${Method} /${string}`
  scope: ScopeWish
  input?: Fields
  returns: Returns
  answer?: 'one' | 'all'
  status?: 200 | 201 | 202
  rateClass?: RateClass
  emits?: readonly EventType[]
  refuses?: readonly ErrorCode[]
}

function scopeRule(scope: ScopeWish): ScopeRule {
  if (scope === 'any') return { mode: 'all', scopes: [] }
  return typeof scope === 'string' ? { mode: 'all', scopes: [scope] } : { mode: 'any', scopes: scope.any }
}

function splitRoute(route: string): { method: Method; path: string } {
  const [method, path] = route.split(' ')
  return { method: method as Method, path: path as string }
}

const closed = <Fields extends TProperties>(fields: Fields) => Type.Object(fields, { additionalProperties: false })

/** Declares an operation. Its input is one flat object; `:names` of the route are path, the rest query or body. */
export function operation<Returns extends TSchema, Fields extends TProperties = Record<never, never>>(
  declaration: Declaration<Fields, Returns>,
): Operation<TObject<Fields>, Returns> {
  const {
    route,
    scope,
    input,
    answer = 'one',
    status = 200,
    rateClass,
    emits = [],
    refuses = [],
    ...rest
  } = declaration
  const split = splitRoute(route)
  return {
    ...rest,
    ...split,
    scope: scopeRule(scope),
    input: closed(input ?? ({} as Fields)),
    answer,
    status,
    rateClass: rateClass ?? (split.method === 'GET' ? 'read' : 'write'),
    emits,
    refuses,
  }
}

interface ListDeclaration<Group extends PagingGroup, Filters extends TProperties, Item extends TSchema> extends Shared {
  route: `GET /${string}`
  scope: ScopeWish
  paging: Group
  /** Path parameters and filters. */
  filters?: Filters
  returns: Item
}

/** Declares an operation that answers `{ data, hasMore, nextCursor }`. */
export function listing<
  Item extends TSchema,
  const Group extends PagingGroup,
  Filters extends TProperties = Record<never, never>,
>(declaration: ListDeclaration<Group, Filters, Item>): Operation<TObject<Filters & (typeof GROUPS)[Group]>, Item> {
  const { paging, filters, route, scope, ...rest } = declaration
  const fields = { ...filters, ...GROUPS[paging] } as Filters & (typeof GROUPS)[Group]
  const common = { answer: 'page', status: 200, rateClass: 'read', emits: [], refuses: [] } as const
  return { ...rest, ...splitRoute(route), ...common, scope: scopeRule(scope), input: closed(fields) }
}

/** The names of the path parameters of `/patients/:id/files/:fileId`. */
export const pathNames = (path: string): string[] =>
  [...path.matchAll(/:([A-Za-z]+)/g)].map(match => match[1] as string)

export interface EventDeclaration<Data extends TObject = TObject> {
  readonly type: EventType
  /** One sentence: when it is sent. */
  readonly summary: string
  readonly data: Data
  readonly example: Static<Data>
  /** True for update-type events, which carry `previousAttributes`. */
  readonly previousAttributes: boolean
  /** What `example` was before, for update-type events. */
  readonly previousExample?: Partial<Static<Data>>
  /** Accepted in subscriptions, never sent (specification, Rules per event 2). */
  readonly neverSent: boolean
}
export type EventData<Declared> = Declared extends EventDeclaration<infer Data> ? Static<Data> : never

/**
 * Declares an event. `data` always holds id and object; otherwise ids, numbers, dates and states only: no name, phone
 * or free text ever travels in an event (specification, Rules per event 7). An update-type event, one that tells of a
 * change to a record that was there before, gives an example of the previous values too.
 */
export function event<const Name extends string, Fields extends TProperties>(declaration: {
  type: EventType
  summary: string
  object: Name
  data: Fields
  example: Static<TObject<Fields>> & { id: string }
  previousAttributes?: Partial<Static<TObject<Fields>>>
  neverSent?: boolean
}) {
  const { object, data, example, previousAttributes: previousExample, neverSent = false, ...rest } = declaration
  const fields = { id: Id, object: Type.Unsafe<Name>({ type: 'string', const: object }), ...data }
  const previous = previousExample ? { previousAttributes: true, previousExample } : { previousAttributes: false }
  return { ...rest, data: closed(fields), example: { object, ...example }, ...previous, neverSent }
}
