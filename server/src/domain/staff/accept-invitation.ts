import type { Input } from '@clinic/contract/kernel.ts'
import { acceptInvitation as declared } from '@clinic/contract/staff/invitations.ts'
import type { StaffRole } from '@clinic/contract/staff/permissions.ts'
import { sql } from '../../db/statement.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import { newId } from '../../kernel/values/ids.ts'
import { linkTokenHash } from './mail-link.ts'
import { requireGoodPassword } from './new-password.ts'
import { hashPassword } from './password.ts'
import type { StaffDeps, VisitDeps } from './staff-deps.ts'

/** What an invitation is for, as the holder of its link may know. */
interface InvitationOffer {
  email: string
  clinic_name: string
  clinic_name_ar: string | null
  role: StaffRole
  has_account: boolean
}

type Acceptance = Input<typeof declared>

const find = sql<InvitationOffer>('select * from invitation_of($1)')
const accept = sql<{ outcome: 'ok' | 'not_found' | 'details_required' }>(
  'select accept_invitation($1, $2, $3, $4, $5, $6, $7) as outcome',
)

const gone = () => refuse('not_found', { resource: 'invitation' })

/** What the invitation of a link is for, while it is good. */
export async function invitationOffer({ run }: StaffDeps, token: string): Promise<InvitationOffer> {
  const [offer] = await run(find([linkTokenHash(token)]))
  return offer ?? gone()
}

/**
 * Accepts an invitation, once. The link came by mail, so its holder reads that mailbox: where a person logs in with
 * the address already they work in the clinic from now on, else a login is made with this name and password.
 */
export async function acceptInvitation(visit: VisitDeps, acceptance: Acceptance): Promise<InvitationOffer> {
  const { token } = acceptance
  const offer = await invitationOffer(visit, token)
  const login = offer.has_account ? [null, null] : await newLogin(offer, acceptance)
  const origin = [visit.address, visit.requestId, declared.changes]
  const [row] = await visit.run(accept([linkTokenHash(token), newId('usr'), ...login, ...origin]))
  return row?.outcome === 'ok' ? offer : gone()
}

async function newLogin({ email }: InvitationOffer, { name, password }: Acceptance): Promise<[string, string]> {
  const required = (path: string) => refuseInput({ path, code: 'required', message: 'is required' })
  const given = name?.trim() || required('/name')
  if (password === undefined) return required('/password')
  requireGoodPassword(password, email, '/password')
  return [given, await hashPassword(password)]
}
