import type { Operation } from '../model.ts'

/** A request that a sample makes, before it is said in a language. */
export interface SampleCall {
  readonly method: string
  readonly url: string
  /** A POST that takes an Idempotency-Key. */
  readonly keyed: boolean
  /** The JSON that is sent; undefined for none. */
  readonly body: unknown
  /** The address that a write of the console's API names as its origin; undefined for plugins, which send a token. */
  readonly origin: string | undefined
}

const written = ({ example, name }: Operation['parameters'][number]): string =>
  encodeURIComponent(String(example ?? name))

function urlOf(server: string, { path, parameters }: Operation, also: readonly string[]): string {
  const filled = parameters
    .filter(parameter => parameter.in === 'path')
    .reduce((at, parameter) => at.replace(`{${parameter.name}}`, written(parameter)), path)
  const query = parameters
    .filter(({ in: place, name, required }) => place === 'query' && (required || also.includes(name)))
    .map(parameter => `${parameter.name}=${written(parameter)}`)
  return `${server}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** The operation with its examples; of the parameters those that it requires, and `also` these. */
export function callOf(server: string, operation: Operation, also: readonly string[] = []): SampleCall {
  const ofStaff = operation['x-access'] !== undefined
  return {
    method: operation.method.toUpperCase(),
    url: urlOf(server, operation, also),
    keyed: !ofStaff && operation.method === 'post',
    body: operation.body?.example,
    origin: ofStaff ? new URL(server).origin : undefined,
  }
}
