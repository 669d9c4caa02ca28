import type { Issue } from '@clinic/contract/errors.ts'
import { type Operation, pathNames, type Static, type TObject, type TSchema } from '@clinic/contract/kernel.ts'

/** The body of an error, as the contract's section 5 has it. */
export interface Problem {
  code: string
  message: string
  requestId: string
  details?: { issues?: Issue[]; [name: string]: unknown }
}

export interface Answer<Body> {
  status: number
  headers: Headers
  body: Body
  /** The body as it came, for what is compared byte for byte. */
  text: string
}

/** What an operation answers: `data` when the status says so, else `error`. A test asserts the status before it reads either. */
export interface One<Item> {
  data: Item
  error: Problem
}
export interface Many<Item> extends One<Item[]> {
  hasMore: boolean
  nextCursor: string | null
}
/** An answer of which nothing is known beforehand. */
export type Loose = One<Record<string, unknown>>

export interface SendOptions {
  /** The Idempotency-Key; a POST without one gets a fresh key, null sends none. */
  key?: string | null
  headers?: Record<string, string>
  /** The version that a change says it is made for; without it the first, null says none. */
  version?: number | null
}

export interface Api {
  /** Calls an operation by its declaration: path, query and body are filled from its flat input. */
  call<In extends TObject, Returns extends TSchema>(
    operation: Operation<In, Returns>,
    input: Static<In>,
    options?: SendOptions,
  ): Promise<Answer<One<Static<Returns>>>>
  /** The same for operations that answer a list. */
  list<In extends TObject, Returns extends TSchema>(
    operation: Operation<In, Returns>,
    query: Static<In>,
    options?: SendOptions,
  ): Promise<Answer<Many<Static<Returns>>>>
  /** Every item of a list, page after page; throws when a page is refused. */
  all<In extends TObject, Returns extends TSchema>(
    operation: Operation<In, Returns>,
    query: Static<In>,
  ): Promise<Static<Returns>[]>
  /** Below the surface's path, as it stands: for requests that no declaration would make. */
  get(path: string, options?: SendOptions): Promise<Answer<Loose>>
  post(path: string, body?: unknown, options?: SendOptions): Promise<Answer<Loose>>
  patch(path: string, body?: unknown, options?: SendOptions): Promise<Answer<Loose>>
  delete(path: string, options?: SendOptions): Promise<Answer<Loose>>
  /** The body is sent as it is when it is text or bytes, else as JSON. */
  send<Body = Loose>(method: string, path: string, body?: unknown, options?: SendOptions): Promise<Answer<Body>>
}

let keys = 0
/** What changes a record may be asked which version of it. */
const CHANGING = new Set(['POST', 'PATCH', 'PUT', 'DELETE'])

/** A client of the plugin API that sends the token, if there is one. */
export const apiClient = (baseUrl: string, token?: string): Api =>
  surfaceClient(`${baseUrl}/api/v1`, () => ({ ...(token !== undefined && { authorization: `Bearer ${token}` }) }))

/** A client of the surface at an address, which says by headers who it is. */
export function surfaceClient(address: string, callerHeaders: () => Record<string, string>): Api {
  async function send<Body>(method: string, path: string, body?: unknown, options: SendOptions = {}) {
    const { key = `key ${++keys}`, version = CHANGING.has(method) ? 1 : null } = options
    const headers = {
      ...callerHeaders(),
      ...(method === 'POST' && key !== null && { 'idempotency-key': key }),
      ...(version !== null && { 'if-match': `"${version}"` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    }
    const raw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
    const sent = raw ? body : JSON.stringify(body)
    const response = await fetch(`${address}${path}`, { method, headers, body: sent ?? null })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: (text === '' ? undefined : JSON.parse(text)) as Body,
    }
  }

  function called<Body>(operation: Operation, input: Record<string, unknown>, options?: SendOptions) {
    const { method, path, rest } = requestOf(operation, input)
    return send<Body>(method, path, rest, options)
  }

  const list: Api['list'] = (operation, query, options) => called(operation, query as Record<string, unknown>, options)

  return {
    send,
    list,
    call: (operation, input, options) => called(operation, input as Record<string, unknown>, options),
    async all(operation, query) {
      const items = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const { status, body, text } = await list(operation, { ...(query as object), cursor } as typeof query)
        if (status !== 200) throw new Error(text)
        items.push(...body.data)
        cursor = body.nextCursor
      }
      return items
    },
    get: (path, options) => send('GET', path, undefined, options),
    post: (path, body, options) => send('POST', path, body, options),
    patch: (path, body, options) => send('PATCH', path, body, options),
    delete: (path, options) => send('DELETE', path, undefined, options),
  }
}

/** Splits a flat input as the server's mount does. */
function requestOf({ method, path, bodyKey }: Operation, input: Record<string, unknown>) {
  const inPath = new Set(pathNames(path))
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  const others = given.filter(([name]) => !inPath.has(name))
  const filled = path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(input[name])))
  if (method === 'POST' || method === 'PUT' || method === 'PATCH')
    return { method, path: filled, rest: bodyKey ? input[bodyKey] : Object.fromEntries(others) }
  const query = new URLSearchParams(others.map(([name, value]) => [name, String(value)])).toString()
  return { method, path: query ? `${filled}?${query}` : filled, rest: undefined }
}
