import { ASSISTANT_SCOPES } from '@clinic/contract/assistant-scopes.ts'
import { newId } from '../../../src/kernel/values/ids.ts'
import { newSecret, secretHash } from '../../../src/oauth/secrets.ts'
import type { TestApp } from '../app/harness.ts'
import { member, person } from '../staff/staff.ts'

export interface ConnectionWishes {
  role?: string
  /** All by default. */
  scopes?: readonly string[]
  practitionerId?: string | null
  /** Unless told, those see all branches who are no practitioner. */
  allBranches?: boolean
  resource: string
  secondFactor?: boolean
}

export interface Granted {
  grantId: string
  userId: string
  access: string
  refreshToken: string
}

export const ALL_SCOPES = Object.keys(ASSISTANT_SCOPES)

/** A new person in the clinic, who consented to an assistant, and the tokens that it got. */
export async function grantAssistant(
  app: Pick<TestApp, 'insert' | 'sql'>,
  clinic: { company_id: string },
  wishes: ConnectionWishes,
): Promise<Granted> {
  const { role = 'doctor', scopes = ALL_SCOPES, practitionerId = null, resource, secondFactor = false } = wishes
  const { allBranches = practitionerId === null } = wishes
  const user = await person(app)
  await member(app, user, clinic, role)
  await app.sql('update membership set practitioner_id = $1, all_branches = $2 where user_id = $3', [
    practitionerId,
    allBranches,
    user.id,
  ])
  const now = Date.now()
  const at = (seconds: number) => new Date(now + seconds * 1_000).toISOString()
  const client = await app.insert('oauth_client', {
    client_id: newSecret('client'),
    kind: 'dcr',
    name: 'Test assistant',
    redirect_uris: ['https://assistant.example/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    created_at: at(0),
  })
  const whose = { client_id: client.client_id, user_id: user.id, company_id: clinic.company_id }
  const scope = scopes.join(' ')
  const grant = await app.insert('oauth_grant', {
    ...whose,
    id: newId('ogr'),
    scope,
    resource,
    second_factor: secondFactor,
    created_at: at(0),
    absolute_end: at(90 * 86_400),
  })
  const issue = async (type: 'access' | 'refresh') => {
    const token = newSecret(type)
    const rest = { type, grant_id: grant.id, scope, created_at: at(0), expires_at: at(1_800) }
    await app.insert('oauth_token', { ...whose, ...rest, token_hash: secretHash(token) })
    return token
  }
  return { grantId: grant.id, userId: user.id, access: await issue('access'), refreshToken: await issue('refresh') }
}
