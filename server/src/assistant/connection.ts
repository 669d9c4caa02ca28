import type { AssistantScope } from '@clinic/contract/assistant-scopes.ts'
import { Id, Nullable } from '@clinic/contract/fields.ts'
import { type Static, Type } from '@clinic/contract/kernel.ts'
import { validator } from '@clinic/contract/validate.ts'
import { LRUCache } from 'lru-cache'
import { scopesIn } from './scopes.ts'

/** What the authorization server says of a token that is good now (RFC 7662 section 2.2, and what is ours beside it). */
const ActiveToken = Type.Object({
  active: Type.Literal(true),
  scope: Type.String(),
  client_id: Type.String(),
  client_name: Type.String(),
  sub: Id,
  name: Type.String(),
  email: Type.String(),
  aud: Type.String(),
  exp: Type.Integer(),
  grant_exp: Type.Integer(),
  token_type: Type.Literal('Bearer'),
  company_id: Id,
  grant_id: Id,
  grant_scope: Type.String(),
  grant_declined: Type.String(),
  role: Type.String(),
  practitioner_id: Nullable(Id),
  branch_ids: Type.Unsafe<string[] | null>({ type: ['array', 'null'], items: { type: 'string' } }),
})
type ActiveToken = Static<typeof ActiveToken>
const activeToken = validator(ActiveToken)

/** A doctor's connection as it is at this call: what was consented to, and what of it their role lets them read. */
export interface Connection {
  grantId: string
  companyId: string
  /** What the token was issued for (RFC 8707). */
  audience: string
  client: { id: string; name: string }
  user: { id: string; name: string; email: string }
  role: string
  practitionerId: string | null
  /** The branches that the person is limited to; null for all. */
  branchIds: readonly string[] | null
  /** What the clinic leaves of what was consented to. */
  granted: readonly AssistantScope[]
  /** What was offered at the consent and not allowed. */
  declined: readonly AssistantScope[]
  /** Granted, and within what the person may read: what this call may. */
  scopes: ReadonlySet<AssistantScope>
  expiresAt: number
  endsAt: number
}

const connectionOf = (token: ActiveToken): Connection => ({
  grantId: token.grant_id,
  companyId: token.company_id,
  audience: token.aud,
  client: { id: token.client_id, name: token.client_name },
  user: { id: token.sub, name: token.name, email: token.email },
  role: token.role,
  practitionerId: token.practitioner_id,
  branchIds: token.branch_ids,
  granted: scopesIn(token.grant_scope),
  declined: scopesIn(token.grant_declined),
  scopes: new Set(scopesIn(token.scope)),
  expiresAt: token.exp,
  endsAt: token.grant_exp,
})

const MAX_READ = 5_000
const read = new LRUCache<string, Connection>({ max: MAX_READ })

/**
 * The connection that the authorization server describes, or nothing where it says that a token is not active. The same
 * text always means the same, so each is parsed once; which token it is the answer to is asked with every call.
 */
export function connectionIn(answer: string): Connection | undefined {
  const known = read.get(answer)
  if (known) return known
  const told: unknown = JSON.parse(answer)
  const connection = activeToken.check(told) ? connectionOf(told) : undefined
  if (connection) read.set(answer, connection)
  return connection
}
