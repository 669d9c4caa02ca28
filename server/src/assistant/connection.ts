import { type AssistantScope, assistantScopesIn } from '@clinic/contract/assistant-scopes.ts'
import { Id, Nullable } from '@clinic/contract/fields.ts'
import { type Static, Type } from '@clinic/contract/kernel.ts'
import { validator } from '@clinic/contract/validate.ts'
import { LRUCache } from 'lru-cache'

/** What the authorization server says of a token that is good now (RFC 7662 section 2.2, and what is ours beside it). */
const ActiveToken = Type.Object({
  active: Type.Literal(true),
  scope: Type.String(),
  client_id: Type.String(),
  client_name: Type.String(),
  sub: Id,
  name: Type.String(),
  email: Type.String(),
  /** What the token was issued for (RFC 8707). */
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
  /** Whether the person sees every branch; else `branch_ids` alone, and none where there are none. */
  all_branches: Type.Boolean(),
  branch_ids: Type.Array(Id),
  /** The cell that serves the clinic, where this one does not. */
  clinic_cell: Type.Optional(Type.String()),
})
const activeToken = validator(ActiveToken)

/** A doctor's connection as it is at this call: what is said of its token, with the scopes in the texts that list them. */
export interface Connection extends Static<typeof ActiveToken> {
  /** What the clinic leaves of what was consented to. */
  granted: readonly AssistantScope[]
  /** What was offered at the consent and not allowed. */
  declined: readonly AssistantScope[]
  /** Granted, and within what the person may read: what this call may. */
  scopes: ReadonlySet<AssistantScope>
}

const MAX_READ = 5_000
const read = new LRUCache<string, Connection>({ max: MAX_READ })

/**
 * The connection that the authorization server describes, or nothing where it says that a token is not active. The same
 * text always means the same, so each is parsed once; which token it is the answer to is asked with every call.
 */
export function connectionIn(answer: string): Connection | undefined {
  const known = read.get(answer)
  if (known) return known
  const token: unknown = JSON.parse(answer)
  if (!activeToken.check(token)) return undefined
  const connection = {
    ...token,
    granted: assistantScopesIn(token.grant_scope),
    declined: assistantScopesIn(token.grant_declined),
    scopes: new Set(assistantScopesIn(token.scope)),
  }
  read.set(answer, connection)
  return connection
}
