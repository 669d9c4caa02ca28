import type { CallOptions, Page } from '@clinic/sdk/calls.ts'
import { LazyList } from '@clinic/sdk/client/list.ts'
import { type Input, routeOf } from '@clinic/sdk/client/route.ts'
import { send } from '@clinic/sdk/client/send.ts'
import { SYSTEM } from '@clinic/sdk/client/timing.ts'
import { type Access, publisherOf, tokenOf, urlOf } from './access.ts'
import { type Row, rowOf, rowsOf } from './records.ts'
import { VERSION } from './version.ts'

/** Calls by route, over what sends the requests of the SDK: with its attempts, its one key for all of them, its errors. */
export interface Api {
  /** What it answered. */
  call(route: string, input?: Input, options?: CallOptions): Promise<unknown>
  /** The record that it answered. */
  one(route: string, input?: Input, options?: CallOptions): Promise<Row>
  /** The records of a list that comes whole. */
  all(route: string, input?: Input): Promise<Row[]>
  /** One page of a list. */
  page(route: string, input?: Input, options?: CallOptions): Promise<Page<Row>>
  /** The records of a list, page after page as they are asked for. */
  pages(route: string, input?: Input, options?: CallOptions): AsyncIterable<Row>
}

export function apiAt(baseUrl: string, token: string): Api {
  const options = { token, userAgent: `plg/${VERSION}` }
  const settings = { options, timing: SYSTEM, baseUrl, fetch: globalThis.fetch }
  const call: Api['call'] = async (route, input = {}, about = {}) =>
    (await send(settings, routeOf(route.split(' ', 2).join(' '), route), input, about)).data
  const page = async (route: string, input: Input = {}, about: CallOptions = {}): Promise<Page<Row>> => {
    const found = rowOf(await call(`${route} page`, input, about))
    const { nextCursor } = found
    return {
      data: rowsOf(found.data),
      hasMore: found.hasMore === true,
      nextCursor: typeof nextCursor === 'string' ? nextCursor : null,
    }
  }
  return {
    call,
    one: async (route, input, about) => rowOf(await call(route, input, about)),
    page,
    all: async (route, input) => rowsOf(await call(route, input)),
    pages: (route, input = {}, about = {}) =>
      new LazyList<Row>(async cursor => ({
        data: await page(route, cursor === undefined ? input : { ...input, cursor }, about),
        ...{ response: new Response(), requestId: undefined, replayed: false, idempotencyKey: undefined },
        ...{ attempts: 1, rateLimit: undefined },
      })),
  }
}

/** The plugin API, with the token of an installation. */
export const pluginApi = (access: Access): Api => apiAt(`${urlOf(access)}/api/v1`, tokenOf(access))

/** The API of publishers, in the publisher of the key: routes are written from there on. */
export function publisherApi(access: Access): Api {
  const { id, key } = publisherOf(access)
  return apiAt(`${urlOf(access)}/publisher/v1/${encodeURIComponent(id)}`, key)
}
