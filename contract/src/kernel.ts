/**
 * The words in which the interface is declared. One declaration per operation and event; validation, permissions,
 * serialisation, OpenAPI, audit and tests are derived from it.
 *
 * Glossary: *surface* the operations of one kind of caller, below one path: /api/v1 of plugins, /staff/v1 of the console ·
 * *operation* one method and path of a surface · *listing* an operation that pages · *access* who may call it ·
 * *resource* what is returned, named by its field `object` · *input* path, query and body in one flat object · *scope*
 * what an installation was granted · *permission* what a role allows its members · *sight* the branches of which a member
 * sees anything · *step-up* a login that has just
 * proved its password or second factor again · *field scope* a further scope without which a field is left out.
 */
import type { Static, TObject, TProperties, TSchema } from 'typebox'
import { type Access, isByMember, isInClinic, type SaysSight, type Sight } from './access.ts'
import type { ErrorCode, Issue } from './errors.ts'
import { type AllOptional, allOptional, Nested } from './fields.ts'
import { GROUPS, type PagingGroup, windowRule } from './paging.ts'
import { Type } from './schema-builders.ts'
import type { Versioned } from './versions.ts'

export type { Static, TObject, TProperties, TSchema }
export { Type }

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type RateClass = 'read' | 'write' | 'message'

export interface Operation<
  In extends TObject = TObject,
  Returns extends TSchema = TSchema,
  Who extends Access = Access,
> {
  /** camelCase verb and noun: OpenAPI operationId and the assistant's tool name. Exported under the same name. */
  readonly id: string
  readonly method: Method
  /** Below the surface's path, with `:name` for path parameters. */
  readonly path: string
  readonly summary: string
  readonly description?: string
  /** The family, as documentation groups it. */
  readonly tag: string
  readonly access: Who
  /** What of the clinic it shows a member of it; nothing is said of what is done by others or outside any clinic. */
  readonly sight?: Sight
  /** Whether the login must have given its password or second factor within the last minutes. */
  readonly stepUp: boolean
  /** The fields of the input that ask for such a login where the others do not. */
  readonly stepUpFor?: readonly string[]
  readonly input: In
  /** Input key that is the whole body instead of one key of it (free-form maps). */
  readonly bodyKey?: string
  readonly returns: Returns
  readonly answer: 'one' | 'page' | 'all'
  readonly status: 200 | 201 | 202
  /** Of one that begins something and may wait for it: what it answers once that is done. */
  readonly statusOnceDone?: 200
  readonly rateClass: RateClass
  /** The types of the events that it may cause. */
  readonly emits: readonly string[]
  /** Refusals by this operation's own business rules, besides those that follow from the declaration. */
  readonly refuses: readonly ErrorCode[]
  /** Longest span of from..to in days, where the specification caps it; `from` alone spans until now. */
  readonly windowDays?: number
  /** Rules over several inputs that no schema holds. */
  readonly check?: (input: Record<string, unknown>) => Issue[]
  /** The names of the fields that a write changes, for the audit, where those that it is given do not say it. */
  readonly changes?: readonly string[]
  /** Whose version a write says that it was made for, by If-Match: another who changed the same since is not overwritten. */
  readonly versioned?: Versioned
  /** A POST that only reads, such as a preview: its input is too long for an address. */
  readonly reads?: true
  /** A read that leaves a record although it shows no patient. */
  readonly recorded?: boolean
  /** True for queries that may run long: they get a connection of their own. */
  readonly heavy?: boolean
}

export type Input<Op> = Op extends Operation<infer In, TSchema> ? Static<In> : never
export type Returned<Op> = Op extends Operation<TObject, infer Returns> ? Static<Returns> : never

interface Shared<Who extends Access>
  extends Pick<
    Operation,
    'id' | 'summary' | 'description' | 'bodyKey' | 'windowDays' | 'check' | 'changes' | 'recorded' | 'heavy'
  > {
  /** Where it is not the family's. */
  access?: Who
}

interface Declaration<Fields extends TProperties, Returns extends TSchema, Who extends Access>
  extends Shared<Who>,
    Partial<
      Pick<
        Operation,
        'stepUp' | 'stepUpFor' | 'status' | 'statusOnceDone' | 'rateClass' | 'emits' | 'refuses' | 'versioned' | 'reads'
      >
    > {
  /** `METHOD /path` */
  route: `${Method} /${string}`
  input?: Fields
  returns: Returns
  answer?: 'one' | 'all'
}

interface ListDeclaration<
  Group extends PagingGroup,
  InPath extends TProperties,
  Filters extends TProperties,
  Item extends TSchema,
  Who extends Access,
> extends Shared<Who>,
    Partial<Pick<Operation, 'refuses'>> {
  route: `GET /${string}`
  paging: Group
  /** The parameters of the path. */
  path?: InPath
  /** Each narrows the list where it is given. */
  filters?: Filters
  returns: Item
}

const DEFAULTS = { stepUp: false, answer: 'one', status: 200, emits: [], refuses: [] } as const

/**
 * What declares the operations of a family: documentation groups them under its tag, and `access` says who may read and
 * who may write, and `sight` what members are shown, unless an operation says otherwise. One of which neither says so
 * throws as it is declared.
 */
export function family<Usual extends Access, Seen extends Sight | undefined = undefined>(
  tag: string,
  usual: { readonly read?: Usual; readonly write?: Usual; readonly sight?: Seen },
) {
  function own<Who extends Access>(declaration: { id: string; route: string; access?: Who; sight?: Sight }) {
    const [method, path] = declaration.route.split(' ') as [Method, string]
    const access = declaration.access ?? (method === 'GET' ? usual.read : usual.write)
    if (!access) throw new Error(`${declaration.id} does not say who may call it`)
    if (!isByMember(access)) return { tag, method, path, access: access as Who }
    const sight = declaration.sight ?? usual.sight
    if (!sight) throw new Error(`${declaration.id} does not say what of the clinic it shows`)
    return { tag, method, path, access: access as Who, sight }
  }

  /** Declares an operation. Its input is one flat object; `:names` of the route are path, the rest query or body. */
  function operation<
    Returns extends TSchema,
    Who extends Access = Usual,
    Fields extends TProperties = Record<never, never>,
  >(declaration: Declaration<Fields, Returns, Who> & SaysSight<Who, Seen>): Operation<TObject<Fields>, Returns, Who> {
    const { route, input, ...rest } = declaration
    const rateClass = route.startsWith('GET ') ? 'read' : 'write'
    return { ...DEFAULTS, rateClass, ...rest, ...own(declaration), input: Nested(input ?? ({} as Fields)) }
  }

  /** Declares an operation that answers `{ data, hasMore, nextCursor }`. */
  function listing<
    Item extends TSchema,
    const Group extends PagingGroup,
    Who extends Access = Usual,
    InPath extends TProperties = Record<never, never>,
    Filters extends TProperties = Record<never, never>,
  >(
    declaration: ListDeclaration<Group, InPath, Filters, Item, Who> & SaysSight<Who, Seen>,
  ): Operation<TObject<InPath & AllOptional<Filters> & (typeof GROUPS)[Group]>, Item, Who> {
    const { paging, path = {} as InPath, filters = {} as Filters, route, ...rest } = declaration
    const input = Nested({ ...path, ...allOptional(filters), ...GROUPS[paging] })
    const description = [rest.description, rest.windowDays && windowRule(rest.windowDays)].filter(Boolean).join(' ')
    const told = description === '' ? {} : { description }
    return { ...DEFAULTS, ...rest, ...told, ...own(declaration), rateClass: 'read', answer: 'page', input }
  }

  return { operation, listing }
}

/** Whether a request may be repeated under an Idempotency-Key: what is answered is kept with a clinic's records. */
export const takesKey = ({ method, access, reads }: Pick<Operation, 'method' | 'access' | 'reads'>): boolean =>
  method === 'POST' && isInClinic(access) && !reads

/** Whether the answer is one record that says its version. */
export const showsVersion = ({ answer, returns }: Pick<Operation, 'answer' | 'returns'>): boolean =>
  answer === 'one' && 'properties' in returns && isVersion(Object(returns.properties).version)

const isVersion = (field: unknown): boolean => typeof field === 'object' && field !== null && 'x-row-version' in field

/** The names of the path parameters of `/patients/:id/files/:fileId`. */
export const pathNames = (path: string): string[] =>
  [...path.matchAll(/:([A-Za-z]+)/g)].map(match => match[1] as string)

export interface EventDeclaration<Data extends TObject = TObject, Named extends string = string> {
  readonly type: Named
  /** One sentence: when it is sent. */
  readonly summary: string
  readonly data: Data
  readonly example: Readonly<Record<string, unknown>> & { readonly object: string }
  /** True for update-type events, which carry `previousAttributes`. */
  readonly previousAttributes: boolean
  /** What `example` was before, for update-type events. */
  readonly previousExample?: Readonly<Record<string, unknown>>
  /** Accepted in subscriptions, never sent (specification, Rules per event 2). */
  readonly neverSent: boolean
}
export type EventData<Declared> = Declared extends EventDeclaration<infer Data> ? Static<Data> : never
