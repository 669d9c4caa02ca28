import { type Envelope, Problem, Unreachable } from './problem.ts'

interface Request {
  /** Where the interface is. */
  base: string
  /** `METHOD /path/:name`, as it is declared. */
  route: string
  input: object
  signal: AbortSignal | undefined
  headers: Readonly<Record<string, string>>
  /** Looks at what came before it is read. */
  check?: (response: Response) => unknown
}

/** Asks an interface once: throws a Problem where it refuses, and Unreachable where nothing answers. */
export async function sendTo<Answer>({ base, route, input, signal, headers, check }: Request): Promise<Answer> {
  const { method, path, body } = requestOf(route, new Map(Object.entries(input)))
  const response = await fetch(base + path, {
    method,
    signal: signal ?? null,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    body: body ?? null,
  }).catch(error => {
    throw signal?.aborted ? error : new Unreachable(String(error))
  })
  check?.(response)
  if (response.ok) return response.json()
  const { error }: { error?: Envelope } = await response.json().catch(() => ({}))
  throw new Problem(response.status, error ?? unnamed(response))
}

/** Names of the path take their values from the input; the rest is the query of what has no body, or the body. */
function requestOf(route: string, input: Map<string, unknown>) {
  const [method = '', pattern = ''] = route.split(' ')
  const named = pattern.replace(/:(\w+)/g, (_, name) => {
    const value = encodeURIComponent(String(input.get(name)))
    input.delete(name)
    return value
  })
  const path = named === '/' ? '' : named
  const rest = [...input].filter(([, value]) => value !== undefined)
  if (rest.length === 0) return { method, path }
  if (method !== 'GET' && method !== 'DELETE') return { method, path, body: JSON.stringify(Object.fromEntries(rest)) }
  return { method, path: `${path}?${new URLSearchParams(rest.map(([name, value]) => [name, String(value)]))}` }
}

/** An answer without an envelope is not from the API but from what stands before it. */
const unnamed = ({ status, headers }: Response): Envelope => ({
  code: status >= 500 ? 'internal_error' : 'unknown',
  message: '',
  requestId: headers.get('service-request-id') ?? '',
})
