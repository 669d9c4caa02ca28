import type { FetchFrom } from '../domain/publishers/icon.ts'
import type { Egress } from '../egress/agent.ts'

/** Said by a server that is there, of what is not. */
const ABSENT = [404, 410]
const DEADLINE_MS = 5_000
const HEADERS = ['accept', 'text/plain, image/png, image/jpeg, image/webp', 'user-agent', 'clinic-platform']

/**
 * Reads from addresses that publishers give: public ones over TLS alone, no redirects, little patience. On a developer's own
 * machine, where webhooks may go there too, it reads from that one, and without TLS.
 */
export const fetchFrom =
  (egress: Pick<Egress, 'send'>, isLocal: boolean): FetchFrom =>
  async (url, mostBytes) => {
    const policy = { allowHttp: isLocal, allowPrivate: isLocal }
    const read = (address: string) =>
      egress.send({
        ...{ url: address, method: 'GET', rawHeaders: HEADERS, policy, deadlineMs: DEADLINE_MS },
        ...{ readLimitBytes: mostBytes, keepBody: true },
      })
    const secure = await read(url)
    const { ok, status, bodyBytes, bodyCut } =
      isLocal && secure.status === null ? await read(url.replace(/^https:/, 'http:')) : secure
    if (ABSENT.includes(status ?? 0)) return 'absent'
    if (!ok || !bodyBytes) return 'unreachable'
    return bodyCut ? 'too_large' : bodyBytes
  }
