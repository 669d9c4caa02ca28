import type { Static } from '@clinic/contract/kernel.ts'
import type { listSessions } from '@clinic/contract/staff/session.ts'
import type { OpenSession } from '../domain/staff/own-sessions.ts'

export const presentOpenSession = (session: OpenSession): Static<typeof listSessions.returns> => ({
  id: session.id,
  current: session.current,
  createdAt: session.created_at,
  lastSeenAt: session.last_seen_at,
  address: session.address,
  userAgent: session.user_agent,
})
