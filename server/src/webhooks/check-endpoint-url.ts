import type { UrlCheck } from '../domain/webhooks/url-check.ts'
import type { Egress } from '../egress/agent.ts'
import { policyOf } from './attempt.ts'

/** Checks where an endpoint's address leads, as an attempt would now, for endpoints of either mode. */
export const checkEndpointUrl =
  (egress: Egress) =>
  async (url: string): Promise<UrlCheck> => {
    const [live, test] = await Promise.all([egress.check(url, policyOf('LIVE')), egress.check(url, policyOf('TEST'))])
    return { LIVE: live.ok, TEST: test.ok }
  }
