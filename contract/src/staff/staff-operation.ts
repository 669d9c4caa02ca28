/**
 * The words in which the console's API, /staff/v1, is declared. Routes, validation, permissions, step-up, the whitelist
 * of answers and the OpenAPI document are derived from one declaration per operation.
 */
import type { ErrorCode } from '../errors.ts'
import { type Method, type Operation, type TObject, type TProperties, type TSchema, Type } from '../kernel.ts'
import type { StaffErrorCode } from '../staff-errors.ts'
import type { Permission } from './permissions.ts'

/**
 * Who may do it: anybody; whoever is logged in; whoever is in a clinic, as what they may be there; or, in a clinic,
 * whoever's role has the permission.
 */
export type Access = 'anybody' | 'login' | 'clinic' | Permission

type Described = Pick<Operation, 'id' | 'method' | 'summary' | 'description' | 'tag' | 'answer' | 'status'>

export interface StaffOperation<In extends TObject = TObject, Returns extends TSchema = TSchema> extends Described {
  /** Below /staff/v1, with `:name` for path parameters. */
  readonly path: string
  readonly access: Access
  /** Whether the session must have given its password or second factor within the last minutes. */
  readonly stepUp: boolean
  readonly input: In
  readonly returns: Returns
  /** Refusals by its own rules, besides those that follow from the declaration. */
  readonly refuses: readonly (ErrorCode | StaffErrorCode)[]
}

interface Declaration<Fields extends TProperties, Returns extends TSchema>
  extends Pick<StaffOperation, 'id' | 'summary' | 'description' | 'tag' | 'access'> {
  /** `METHOD /path` */
  route: `${Method} /${string}`
  stepUp?: boolean
  input?: Fields
  returns: Returns
  answer?: Operation['answer']
  status?: Operation['status']
  refuses?: StaffOperation['refuses']
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Declares an operation of the console. Its input is one flat object; `:names` of the route are path, the rest query or body. */
export function staffOperation<Returns extends TSchema, Fields extends TProperties = Record<never, never>>(
  declaration: Declaration<Fields, Returns>,
): StaffOperation<TObject<Fields>, Returns>
export function staffOperation(declaration: Declaration<TProperties, TSchema>): StaffOperation {
  const { route, stepUp = false, input = {}, answer = 'one', status = 200, refuses = [], ...rest } = declaration
  const [verb, path = ''] = route.split(' ')
  const method = METHODS.find(one => one === verb)
  if (!method) throw new Error(`${route} has no method.`)
  return { ...rest, method, path, stepUp, input: Type.Object(input, closed), answer, status, refuses }
}

const closed = { additionalProperties: false }

/** What is answered, under a name of its own in the description. */
export const shape = <Fields extends TProperties>(name: string, fields: Fields) =>
  Type.Object(fields, { ...closed, 'x-resource': name })

/** The parameters of a list that is read page by page. */
export const PAGE = {
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 500, description: 'Opaque: nextCursor of the previous page.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
}
