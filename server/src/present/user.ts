import type { Static } from '@clinic/contract/kernel.ts'
import type { User } from '@clinic/contract/staff/session.ts'
import type { StaffSession } from '../domain/staff/session.ts'

/** The person of a session. */
export const presentUser = (session: StaffSession): Static<typeof User> => ({
  id: session.user_id,
  email: session.email,
  name: session.name,
  nameAr: session.name_ar,
  language: session.language,
  secondFactorEnrolled: session.second_factor_enrolled,
})
