import type { Judgement } from '../domain/webhooks/checked-destination.ts'
import type { Egress } from '../egress/agent.ts'
import { policyOf } from './attempt.ts'

/** Judges an address as an attempt would now, for endpoints of either mode. */
export const checkDestination =
  (egress: Egress) =>
  async (url: string): Promise<Judgement> => {
    const [live, test] = await Promise.all([egress.check(url, policyOf('LIVE')), egress.check(url, policyOf('TEST'))])
    return { LIVE: live.ok, TEST: test.ok }
  }
