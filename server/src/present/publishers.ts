import type { Static } from '@clinic/contract/kernel.ts'
import type { findDeviceLogin } from '@clinic/contract/publisher/device-logins.ts'
import { type createPublisherKey, listPublisherKeys } from '@clinic/contract/publisher/keys.ts'
import { listPublisherMembers } from '@clinic/contract/publisher/members.ts'
import type { listOwnPublishers, Publisher } from '@clinic/contract/publisher/publishers.ts'
import { PUBLISHER_RIGHTS } from '@clinic/contract/publisher/roles.ts'
import type { PublisherRow } from '../domain/publishers/create-publisher.ts'
import type { WaitingProgram } from '../domain/publishers/device-login.ts'
import type { MadeKey, PublisherKeyRow } from '../domain/publishers/keys.ts'
import type { MemberRow } from '../domain/publishers/members.ts'
import type { OwnPublisher } from '../domain/publishers/publishers.ts'
import { presenter } from '../kernel/presenter.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { wordOf } from '../kernel/values/word-of.ts'

const rightOf = wordOf(PUBLISHER_RIGHTS)
const bilingual = ({ name, name_ar }: { name: string; name_ar: string | null }) => ({ en: name, ar: name_ar })

export const presentPublisher = (row: PublisherRow): Static<typeof Publisher> => ({
  id: row.id,
  name: bilingual(row),
  website: row.website,
  supportEmail: row.support_email,
  verifiedHost: row.verified_host,
  sandboxClinicId: row.company_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export const presentOwnPublisher = (row: OwnPublisher): Static<typeof listOwnPublishers.returns> => ({
  id: row.id,
  name: bilingual(row),
  sandboxClinicId: row.sandbox_clinic_id,
  role: row.role,
  memberId: row.member_id,
  accepted: row.accepted,
})

export const presentMember = presenter<MemberRow, typeof listPublisherMembers.returns>(listPublisherMembers.returns, {
  state: ({ user_id }) => (user_id === null ? 'INVITED' : 'ACTIVE'),
})

export const presentKey = presenter<PublisherKeyRow, typeof listPublisherKeys.returns>(listPublisherKeys.returns, {
  rights: ({ rights }) => rights.map(rightOf),
})

export const presentKeyWithText = (
  { key, row }: MadeKey,
  clinic: ClinicFacts,
): Static<typeof createPublisherKey.returns> => ({ ...presentKey(row, clinic), key })

export const presentDeviceLogin = (row: WaitingProgram): Static<typeof findDeviceLogin.returns> => ({
  id: row.id,
  clientName: row.client_name,
  address: row.address,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
})
