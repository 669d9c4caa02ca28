export interface Route {
  /** The operation by its names, such as `payments.record`. */
  readonly operation: string
  readonly method: string
  /** With `:name` for what the input fills in. */
  readonly path: string
  readonly answers: 'one' | 'all' | 'page' | 'delta'
  /** The key of the input that is the whole body. */
  readonly bodyKey: string | undefined
}

const isPaging = (word: string): word is 'all' | 'page' => word === 'all' || word === 'page'

/** Reads what `routes.generated.ts` says of an operation. */
export function routeOf(operation: string, text: string): Route {
  const [method = '', path = '', ...rest] = text.split(' ')
  const bodyKey = rest.find(word => word.startsWith('='))?.slice(1)
  return {
    operation,
    method,
    path,
    answers: rest.find(isPaging) ?? (operation.includes('.list') ? 'delta' : 'one'),
    bodyKey,
  }
}

export type Input = Readonly<Record<string, unknown>>

const isGiven = ([, value]: [string, unknown]): boolean => value !== undefined

const asText = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value))

/** An id that is missing would make another address of it, such as that of the list. */
function segment({ operation }: Route, name: string, value: unknown): string {
  if (value === undefined || value === null || value === '') throw new TypeError(`${operation} needs ${name}`)
  return encodeURIComponent(asText(value))
}

/** The address and the body: what the path does not name is the query of a GET or DELETE and the body of the others. */
export function targetOf(route: Route, input: Input, baseUrl: string): { url: string; body: string | undefined } {
  const { method, path, bodyKey } = route
  const inPath = new Set<string>()
  const filled = path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    inPath.add(name)
    return segment(route, name, input[name])
  })
  const others = Object.entries(input)
    .filter(isGiven)
    .filter(([name]) => !inPath.has(name))
  if (method === 'GET' || method === 'DELETE') {
    const query = others.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(asText(value))}`)
    return { url: baseUrl + filled + (query.length > 0 ? `?${query.join('&')}` : ''), body: undefined }
  }
  const whole = bodyKey === undefined ? Object.fromEntries(others) : input[bodyKey]
  const isEmpty = bodyKey === undefined && others.length === 0 && method === 'POST'
  return { url: baseUrl + filled, body: isEmpty ? undefined : JSON.stringify(whole) }
}
