import { isIP } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { isPermittedAddress } from './address.ts'
import { checkDestination, type DestinationCheck, hostOf } from './destination.ts'
import type { Route } from './route.ts'

/** A person waits for this answer; a name server that needs longer counts as not answering. */
const ANSWER_WITHIN_MS = 3000

/** `checkDestination`, and then every address that the name has at this moment. */
export async function checkResolved(
  { resolve, allowPrivate }: Pick<Route, 'resolve' | 'allowPrivate'>,
  url: string,
  allowHttp: boolean,
): Promise<DestinationCheck> {
  const destination = checkDestination(url, { allowHttp, allowPrivate })
  if (!destination.ok || isIP(hostOf(destination.url)) !== 0) return destination
  const answer = resolve(destination.url.hostname).catch(() => [])
  const addresses = await Promise.race([answer, setTimeout(ANSWER_WITHIN_MS, [], { ref: false })])
  const allowed = addresses.every(({ address }) => isPermittedAddress(address, allowPrivate))
  return allowed ? destination : { ok: false, reason: 'blocked_address' }
}
