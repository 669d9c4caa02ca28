import type { Operation } from '@clinic/contract/kernel.ts'
import { SCOPES, type ScopeName } from '@clinic/contract/scopes.ts'
import type { Answer, Api, Loose, SendOptions } from '../support/app/api-client.ts'
import type { TestApp } from '../support/app/harness.ts'
import type { Scene } from '../support/clinic/fixture.ts'

export const ALL_SCOPES = Object.keys(SCOPES) as ScopeName[]

let numbers = 0

/** A clinic of its own to call operations in: a sandbox, where there is all that plugins can call. */
export const openScene = async (app: TestApp): Promise<Scene> => ({
  ...(await app.practice({ mode: 'TEST' })),
  app,
  next: () => ++numbers,
})

/** Calls an operation of which nothing but its declaration is known. */
export const call = (
  api: Api,
  operation: Operation,
  input: Record<string, unknown>,
  options?: SendOptions,
): Promise<Answer<Loose>> => api.call(operation, input, options) as Promise<Answer<Loose>>

/** The path with something in place of every id, for requests that are refused before any record is looked for. */
export const anyPath = ({ path }: Operation): string => path.replace(/:\w+/g, 'x')

/** A request of the operation without any input. */
export const request = (api: Api, operation: Operation, options?: SendOptions): Promise<Answer<Loose>> =>
  api.send(operation.method, anyPath(operation), undefined, options)
