import { type Clinic, createClient } from '../create-client.ts'
import type { Families } from '../printed/clinic.generated.ts'
import { FIELD_SCOPES, OPERATIONS, type OperationExample } from '../printed/examples.generated.ts'
import type { Scope } from '../printed/lists.generated.ts'
import { type Matched, matched } from './match.ts'
import { refusal } from './refusal.ts'

type Input = Readonly<Record<string, unknown>>

/** Every operation by its names. */
export type OperationName = {
  [Family in keyof Families & string]: `${Family}.${keyof Families[Family] & string}`
}[keyof Families & string]

/**
 * What an operation answers instead of its example: some of the fields, of a list a list of such, or a whole Response, such
 * as one that refuses. A function is given the input.
 */
export type FakeAnswer = object | ((input: Input) => object)

export interface FakeRequest {
  readonly operation: string
  readonly input: Input
  readonly idempotencyKey: string | undefined
}

export interface FakeWishes {
  /**
   * What the installation is granted; everything unless told. What needs another scope is refused, and the fields that one
   * opens are left out.
   */
  readonly scopes?: readonly Scope[] | undefined
}

export interface FakeClinic {
  /** A client of it. */
  readonly clinic: Clinic
  /** For a client of one's own. */
  readonly fetch: typeof fetch
  /** What it was asked, in that order. */
  readonly requests: readonly FakeRequest[]
}

const isMap = (value: unknown): value is Input => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The flat input of a request. */
async function inputOf(request: Request, { route, inPath }: Matched): Promise<Input> {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const text = await request.text()
  const body: unknown = text === '' ? {} : JSON.parse(text)
  return { ...query, ...(route.bodyKey === undefined ? Object(body) : { [route.bodyKey]: body }), ...inPath }
}

/** What is wrong with the keys of an input, as the service says it; values are left to the service. */
function issuesOf(input: Input, { required, optional }: OperationExample) {
  const known = [...required, ...optional]
  return [
    ...required.filter(name => !(name in input)).map(path => ({ path, code: 'required', message: 'is required' })),
    ...Object.keys(input)
      .filter(name => !known.includes(name))
      .map(path => ({ path, code: 'unknown_key', message: 'is not a known key' })),
  ]
}

/** A record without the fields that are not granted. */
function shownOf(record: Input, scopes: readonly string[] | undefined): Input {
  const scoped = FIELD_SCOPES[String(record.object)] ?? {}
  const isShown = ([name]: [string, unknown]) => scoped[name] === undefined || scopes?.includes(scoped[name]) !== false
  return Object.fromEntries(Object.entries(record).filter(isShown))
}

/** The example with what is given in place of it. */
function answerOf(example: OperationExample, given: object | undefined, { scopes }: FakeWishes): Response {
  if (given instanceof Response) return given.clone()
  const body = isMap(example.body) ? example.body : {}
  const shown = Array.isArray(body.data) ? body.data[0] : body.data
  const merged = (record: unknown) => shownOf({ ...Object(shown), ...Object(record) }, scopes)
  const data = Array.isArray(body.data) ? (Array.isArray(given) ? given : body.data).map(merged) : merged(given)
  const paging = 'hasMore' in body ? { hasMore: false, nextCursor: null } : {}
  return Response.json({ data, ...paging }, { status: example.status })
}

function isGranted({ mode, scopes }: OperationExample, { scopes: granted }: FakeWishes): boolean {
  if (!granted || scopes.length === 0) return true
  const has = (scope: string) => granted.some(one => one === scope)
  return mode === 'any' ? scopes.some(has) : scopes.every(has)
}

function refused(request: Request, input: Input, example: OperationExample, wishes: FakeWishes): Response | undefined {
  if (!isGranted(example, wishes)) return refusal('insufficient_scope', { requiredScopes: example.scopes })
  if (example.keyed && !request.headers.has('idempotency-key')) return refusal('idempotency_key_required')
  const issues = issuesOf(input, example)
  return issues.length === 0 ? undefined : refusal('validation_failed', { issues })
}

/** The stored answer of a request that came before with the same key, marked as one. */
function replayed(stored: Response): Response {
  const headers = new Headers(stored.headers)
  headers.set('idempotent-replay', 'true')
  return new Response(stored.clone().body, { status: stored.status, headers })
}

/**
 * A clinic of examples: every operation answers what the documentation shows, in one page, without a network. It looks at
 * the keys of inputs and at Idempotency-Keys; what the rules of a clinic say is for its sandbox.
 */
export function fakeClinic(
  answers: { readonly [Name in OperationName]?: FakeAnswer } = {},
  wishes: FakeWishes = {},
): FakeClinic {
  const requests: FakeRequest[] = []
  const stored = new Map<string, Response>()
  const ask: typeof fetch = async (target, init) => {
    const request = new Request(target, init)
    const found = matched(request.method, new URL(request.url))
    const operation = found?.route.operation ?? ''
    const example = OPERATIONS[operation]
    if (!found || !example) return refusal('not_found')
    const input = await inputOf(request, found)
    const key = request.headers.get('idempotency-key') ?? undefined
    requests.push({ operation, input, idempotencyKey: key })
    const before = key === undefined ? undefined : stored.get(`${operation} ${key}`)
    if (before) return replayed(before)
    const given: unknown = Reflect.get(answers, operation)
    const answer =
      refused(request, input, example, wishes) ??
      answerOf(example, typeof given === 'function' ? given(input) : Object(given), wishes)
    if (key !== undefined && answer.ok) stored.set(`${operation} ${key}`, answer.clone())
    return answer
  }
  const clinic = createClient({ token: 'plg_test_fake', baseUrl: 'http://clinic.invalid', fetch: ask })
  return { clinic, fetch: ask, requests }
}
