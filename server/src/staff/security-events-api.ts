import {
  acknowledgeSecurityEvent,
  getSecuritySettings,
  listSecurityEvents,
  putSecuritySettings,
} from '@clinic/contract/staff/security-events.ts'
import { acknowledgeEvent, mutedKinds, muteKinds, securityEvents } from '../domain/security/security-events.ts'
import { implement } from '../kernel/implement.ts'
import { page } from '../kernel/page.ts'
import { presented } from '../kernel/record-operations.ts'
import { presentSecurityEvent } from '../present/security-events.ts'

/** What the clinic was warned of, and of what it is warned by mail. */
export const securityEventsApi = [
  implement(listSecurityEvents, (tx, query) => page(tx, securityEvents, query, presentSecurityEvent)),
  implement(acknowledgeSecurityEvent, presented(acknowledgeEvent, presentSecurityEvent)),
  implement(getSecuritySettings, async tx => ({ data: await mutedKinds(tx) })),
  implement(putSecuritySettings, async (tx, { mutedKinds: kinds }) => ({ data: await muteKinds(tx, kinds) })),
]
