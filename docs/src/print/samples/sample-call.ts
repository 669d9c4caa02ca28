import { operations } from '@clinic/contract/index.ts'
import { OPERATION_NAMES } from '@clinic/contract/operation-names.ts'
import type { Operation } from '../model.ts'

/** A request that a sample makes, before it is said in a language. */
export interface SampleCall {
  readonly method: string
  /** Below the address of the service, with its query. */
  readonly path: string
  /** A POST that takes an Idempotency-Key. */
  readonly keyed: boolean
  /** The JSON that is sent; undefined for none. */
  readonly body: unknown
  /** How the caller says who it is: by the token of an installation, the session of a browser, or a publisher's key. */
  readonly by: 'token' | 'session'
  /** The same as a call of the SDK; undefined where it has none. */
  readonly sdk: { readonly method: string; readonly input: Readonly<Record<string, unknown>> } | undefined
}

type Parameters = Operation['parameters']

const exampleOf = ({ example, name }: Parameters[number]): unknown => example ?? name
const written = (parameter: Parameters[number]): string => encodeURIComponent(String(exampleOf(parameter)))

/** Family and verb of each operation of plugins, `patients.list`. */
const NAMES: ReadonlyMap<string, readonly [family: string, verb: string]> = new Map(
  Object.entries(OPERATION_NAMES).flatMap(([family, verbs]) =>
    Object.entries(verbs).map(([verb, id]) => [id, [family, verb]] as const),
  ),
)
const BODY_KEYS = new Map(operations.map(({ id, bodyKey }) => [id, bodyKey]))

/** Whether it is one of those that plugins call: elsewhere an operation may bear the same name. */
const isOfPlugins = (operation: Operation): boolean => operation['x-required-scopes'] !== undefined
const namesOf = (operation: Operation) => (isOfPlugins(operation) ? NAMES.get(operation.operationId) : undefined)

const kebab = (name: string): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

/** `clinic.patients.list()`. */
export const methodOf = (operation: Operation): string | undefined => {
  const names = namesOf(operation)
  return names && `clinic.${names.join('.')}()`
}

/** `plg patients list`. */
export const commandOf = (operation: Operation): string | undefined => {
  const names = namesOf(operation)
  return names && `plg ${names.map(kebab).join(' ')}`
}

/** The operation with its examples; of the parameters those that it requires, and `also` these. */
export function callOf(server: string, operation: Operation, also: readonly string[] = []): SampleCall {
  const { method, path, parameters, operationId } = operation
  const inPath = parameters.filter(one => one.in === 'path')
  const query = parameters.filter(
    ({ in: place, name, required }) => place === 'query' && (required || also.includes(name)),
  )
  const filled = inPath.reduce((at, one) => at.replace(`{${one.name}}`, written(one)), path)
  const asked = query.map(one => `${one.name}=${written(one)}`)
  const body = operation.body?.example
  const names = namesOf(operation)
  const bodyKey = BODY_KEYS.get(operationId)
  const given = Object.fromEntries([...inPath, ...query].map(one => [one.name, exampleOf(one)]))
  const input = { ...given, ...(bodyKey === undefined ? Object(body) : { [bodyKey]: body }) }
  return {
    ...{ method: method.toUpperCase(), body, by: operation['x-access'] === undefined ? 'token' : 'session' },
    path: `${new URL(server).pathname}${filled}${asked.length > 0 ? `?${asked.join('&')}` : ''}`,
    keyed: isOfPlugins(operation) && method === 'post',
    sdk: names && { method: names.join('.'), input },
  }
}
