import { assistantBox, introspectionCredential } from '../../../src/kernel/values/assistant-box.ts'
import { newId } from '../../../src/kernel/values/ids.ts'
import { secretBox } from '../../../src/kernel/values/secret-box.ts'
import { newSecret, secretHash } from '../../../src/oauth/secrets.ts'
import { MASTER_KEY, type TestApp } from '../app/harness.ts'

const credential = introspectionCredential(assistantBox(secretBox([MASTER_KEY])))
const DAY_MS = 86_400_000
let clients = 0

/** A registered client: without a kind one that registered itself, which is never verified. */
export const assistantClient = (
  app: TestApp,
  { kind = 'dcr', id = `oac_${++clients}`, redirect = 'https://assistant.example/callback' } = {},
) =>
  app.insert('oauth_client', {
    client_id: id,
    kind,
    name: `Assistant ${++clients}`,
    redirect_uris: [redirect],
    grant_types: ['authorization_code', 'refresh_token'],
    created_at: new Date().toISOString(),
  })

export interface TestConnection {
  id: string
  clientId: string
  /** What the resource server is told about its access token. */
  introspect(): Promise<{ active: boolean; scope?: string; exp?: number }>
}

interface Wishes {
  clinic: { company_id: string }
  user: { id: string }
  client?: { client_id: string }
  scope?: string
  secondFactor?: boolean
  /** How long ago. */
  days?: number
}

/** A connection with an access token that is good for half an hour. */
export async function connection(app: TestApp, wishes: Wishes): Promise<TestConnection> {
  const { clinic, user, scope = 'clinic:read patients:read', secondFactor = false, days = 0 } = wishes
  const { client_id } = wishes.client ?? (await assistantClient(app))
  const at = Date.now() - days * DAY_MS
  const owned = { client_id, user_id: user.id, company_id: clinic.company_id, scope }
  const grant = await app.insert('oauth_grant', {
    ...owned,
    id: newId('ogr'),
    resource: 'http://localhost:4001/mcp',
    second_factor: secondFactor,
    created_at: new Date(at).toISOString(),
    absolute_end: new Date(at + 90 * DAY_MS).toISOString(),
  })
  const token = newSecret('access')
  await app.insert('oauth_token', {
    ...owned,
    token_hash: secretHash(token),
    type: 'access',
    grant_id: grant.id,
    created_at: new Date(at).toISOString(),
    expires_at: new Date(Date.now() + 1_800_000).toISOString(),
  })
  return { id: grant.id, clientId: client_id, introspect: () => introspect(app, token) }
}

async function introspect({ url }: TestApp, token: string): ReturnType<TestConnection['introspect']> {
  const response = await fetch(`${url}/oauth/introspect`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credential}` },
    body: new URLSearchParams({ token }),
  })
  return (await response.json()) as Awaited<ReturnType<TestConnection['introspect']>>
}
