import { randomBytes } from 'node:crypto'
import type { Operation } from '@clinic/contract/kernel.ts'
import { staffOperations } from '@clinic/contract/staff/index.ts'
import { staffDocument } from '@clinic/contract/staff/openapi.ts'
import { newCheckedToken } from '../../../src/kernel/values/checked-token.ts'
import { newPluginToken } from '../../../src/kernel/values/plugin-token.ts'
import { newSecret } from '../../../src/oauth/secrets.ts'
import { ORIGIN } from '../staff/staff.ts'
import type { ServedRoute } from './served-routes.ts'

/** What a stranger knows of the product: what anybody can read, or register. */
export interface Known {
  companyId: string
  clientId: string
  redirectUri: string
}

type Fields = Record<string, string>

const random = (bytes = 32): string => randomBytes(bytes).toString('base64url')

/** What operations ask of anybody, as well made as a stranger can make it up. */
const INVENTED: Record<string, () => string> = {
  email: () => `${random(9)}@clinic.example`,
  password: () => random(),
  code: () => '123456',
  token: () => random(),
  name: () => 'Stranger',
}

const invented = (field: string, { id }: Operation): string => {
  const make = INVENTED[field]
  if (!make) throw new Error(`${id} asks anybody for ${field}: say in INVENTED what a stranger would send.`)
  return make()
}

const FOR_ANYBODY = new Map(
  staffOperations
    .filter(({ access }) => access.by === 'anybody')
    .map(operation => [`${operation.method} ${staffDocument.base}${operation.path}`, operation]),
)

function inventedBody({ method, url }: ServedRoute): Fields {
  const operation = FOR_ANYBODY.get(`${method} ${url}`)
  if (!operation) return {}
  const fields = Object.keys(operation.input.properties).filter(field => !url.includes(`:${field}`))
  return Object.fromEntries(fields.map(field => [field, invented(field, operation)]))
}

/** Everything that an endpoint of the authorization server or a page may read; each takes what it knows. */
const everyField = ({ clientId, redirectUri }: Known, turn: number): Fields => ({
  response_type: 'code',
  client_id: clientId,
  redirect_uri: redirectUri,
  code_challenge: random(),
  code_challenge_method: 'S256',
  state: random(),
  flow: random(),
  csrf: random(),
  step: 'consent',
  decision: 'allow',
  grant_type: turn % 2 ? 'refresh_token' : 'authorization_code',
  refresh_token: newSecret('refresh'),
  code: newSecret('code'),
  code_verifier: random(),
  token: newSecret('refresh'),
  action: 'pay',
})

const parameterOf = ({ companyId }: Known, url: string, name: string): string => {
  if (name === 'companyId') return companyId
  if (name === 'provider') return 'sandbox'
  return url.startsWith('/pay/') ? randomBytes(16).toString('hex') : random()
}

const CREDENTIALS: readonly (() => Fields)[] = [
  () => ({ authorization: `Bearer ${newPluginToken('LIVE')}` }),
  () => ({ authorization: `Bearer ${newSecret('access')}`, cookie: `staff=${random()}` }),
  () => ({}),
]

/** What a program asks that waits for approval (RFC 8628 section 3.4). */
const waitingFields = (): Fields => ({
  grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
  device_code: newCheckedToken('dvc_'),
})

const isForm = (url: string): boolean =>
  /^\/(oauth|token|pay|publisher\/v1\/device)\b/.test(url) && !url.endsWith('/register')

function bodyOf(
  route: ServedRoute,
  known: Known,
  turn: number,
): { body: NonNullable<RequestInit['body']>; headers: Fields } {
  if (route.url === '/uploads') {
    const body = new FormData()
    body.set('policy', random())
    body.set('file', new Blob([randomBytes(1_000)]))
    return { body, headers: {} }
  }
  if (route.url.endsWith('/device/token')) return { body: new URLSearchParams(waitingFields()), headers: {} }
  if (isForm(route.url)) return { body: new URLSearchParams(everyField(known, turn)), headers: {} }
  const body = route.url.endsWith('/register') ? { redirect_uris: [known.redirectUri] } : inventedBody(route)
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json', 'idempotency-key': random() } }
}

const BODILESS = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE'])

/** A request to a route by a stranger: what it has to know is made up, and its credentials are each kind in turn. */
export function strangerRequest(route: ServedRoute, known: Known, turn: number): { path: string; init: RequestInit } {
  const { method, url } = route
  const path = url.replace(/:(\w+)/g, (_, name: string) => parameterOf(known, url, name)).replace('*', random())
  const credentials = CREDENTIALS[turn % CREDENTIALS.length]?.()
  const sent = { origin: ORIGIN, ...credentials }
  if (!BODILESS.has(method)) {
    const { body, headers } = bodyOf(route, known, turn)
    return { path, init: { method, redirect: 'manual', body, headers: { ...sent, ...headers } } }
  }
  const query = /authorize|callback$/.test(url) ? `?${new URLSearchParams(everyField(known, turn))}` : ''
  return { path: path + query, init: { method, redirect: 'manual', headers: sent } }
}
