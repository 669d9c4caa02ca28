import type { CallOptions } from '../calls.ts'
import type { ClientOptions } from '../client-options.ts'
import { SYSTEM, type Timing } from './timing.ts'

export interface Settings {
  readonly options: ClientOptions
  readonly timing: Timing
  /** With /api/v1 and without a slash after it. */
  readonly baseUrl: string
  readonly fetch: typeof fetch
}

/** The environment where there is one, without asking for the types of Node. */
function environment(name: string): string | undefined {
  const value: unknown = Object(globalThis).process?.env?.[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const isInPage = (): boolean => Reflect.get(globalThis, 'document') !== undefined

function addressOf({ baseUrl = environment('CLINIC_URL') }: ClientOptions): string {
  if (baseUrl === undefined) throw new TypeError('createClient needs baseUrl or CLINIC_URL')
  const address = new URL(baseUrl).href.replace(/\/+$/, '')
  return address.endsWith('/api/v1') ? address : `${address}/api/v1`
}

export function settingsOf(options: ClientOptions, timing: Timing = SYSTEM): Settings {
  const settings = { options, timing, baseUrl: addressOf(options), fetch: options.fetch ?? globalThis.fetch }
  if (typeof options.token === 'string') checkToken(options.token, options)
  return settings
}

function checkToken(token: string, { allowBrowser }: ClientOptions): string {
  if (!allowBrowser && token.startsWith('plg_live_') && isInPage()) {
    throw new TypeError(
      'A live token in a page is open to all who read it: call from a server, or say allowBrowser: true.',
    )
  }
  return token
}

/** The token, as it is now. */
export async function tokenOf({ options }: Settings): Promise<string> {
  const { token = environment('CLINIC_TOKEN') } = options
  if (token === undefined) throw new TypeError('createClient needs token or CLINIC_TOKEN')
  return checkToken(typeof token === 'string' ? token : await token(), options)
}

/** What a call goes by: what it says itself, else what the client says. */
export const limitsOf = ({ options }: Settings, call: CallOptions) => ({
  timeoutMs: call.timeoutMs ?? options.timeoutMs ?? 30_000,
  totalTimeoutMs: call.totalTimeoutMs ?? options.totalTimeoutMs,
  maxRetries: call.maxRetries ?? options.maxRetries ?? 2,
})
