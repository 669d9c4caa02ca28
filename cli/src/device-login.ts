import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { EXIT, Failure, notLoggedIn } from './failure.ts'
import { tell } from './output.ts'
import { type Row, rowOf, textOf } from './records.ts'

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
const SLOWER_SECONDS = 5

async function post(url: string, fields: Record<string, string>): Promise<{ status: number; body: Row }> {
  try {
    const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })
    return { status: response.status, body: rowOf(await response.json()) }
  } catch (error) {
    const why = error instanceof Error ? (error.cause ?? error) : error
    throw new Failure(
      'connection_failed',
      EXIT.network,
      `${new URL(url).origin} does not answer as the service: ${why}`,
    )
  }
}

const seconds = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise)

const ENDED: Readonly<Record<string, string>> = {
  access_denied: 'It was denied in the browser. Nothing was given.',
  expired_token: 'The code is over. Begin anew: plg login',
  invalid_grant: 'The code is not known any more. Begin anew: plg login',
}

export interface DeviceKey {
  id: string
  key: string
  rights: string
  expiresAt: string
}

function keyIn(body: Row): DeviceKey {
  const [key, id] = [textOf(body, 'access_token'), textOf(body, 'publisher_id')]
  if (!key || !id) throw new Failure('unexpected_answer', EXIT.network, 'The answer holds no key.')
  const expiresAt = new Date(Date.now() + seconds(body.expires_in, 0) * 1000).toISOString()
  return { id, key, rights: textOf(body, 'scope') ?? '', expiresAt }
}

/** RFC 8628: shows a code, and waits until a person has approved it in a browser. */
export async function deviceLogin(origin: string): Promise<DeviceKey> {
  const at = `${origin}/publisher/v1/device`
  const client = { client_id: `plg on ${hostname()}` }
  const begun = await post(at, client)
  const code = textOf(begun.body, 'device_code')
  if (!code) throw notLoggedIn(`${origin} gives out no codes (${begun.status}): is it the address of the service?`)
  tell(`Open ${textOf(begun.body, 'verification_uri')} and enter ${textOf(begun.body, 'user_code')}`)
  tell(`or open ${textOf(begun.body, 'verification_uri_complete')}. Waiting until it is approved …`)
  for (let wait = seconds(begun.body.interval, SLOWER_SECONDS); ; ) {
    await delay(wait * 1000)
    const { status, body } = await post(`${at}/token`, { ...client, grant_type: GRANT, device_code: code })
    if (status === 200) return keyIn(body)
    const error = textOf(body, 'error') ?? ''
    if (error === 'slow_down') wait = seconds(body.interval, wait + SLOWER_SECONDS)
    else if (error !== 'authorization_pending') throw notLoggedIn(ENDED[error] ?? `It was refused: ${error || status}`)
  }
}
