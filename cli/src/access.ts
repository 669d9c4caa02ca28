import { notLoggedIn, wrongUsage } from './failure.ts'
import { type Profile, readProfiles } from './profiles.ts'

/** Something and where it was found, so that a person can see which of several was taken. */
export interface Sourced<Value> {
  value: Value
  source: string
}

export interface Access {
  profile: string
  url: Sourced<string> | undefined
  /** Of an installation: what the plugin API is called with. */
  token: Sourced<string> | undefined
  publisher: Sourced<{ id: string; key: string; expiresAt?: string | undefined }> | undefined
  kept: Profile | undefined
}

export interface Chosen {
  profile?: string | undefined
  server?: string | undefined
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\]|.+\.localhost)$/

export const isLoopback = ({ hostname }: URL): boolean => LOOPBACK.test(hostname)

/** The address without what follows the host; secrets go over TLS, or to this machine. */
export function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw wrongUsage(`${text} is no address such as https://clinic.example`)
  if (url.protocol === 'http:' && !isLoopback(url))
    throw wrongUsage(`${url.origin} is not encrypted: say https:, or a host of this machine`)
  return url.origin
}

const sourced = <Value>(value: Value | undefined, source: string): Sourced<Value> | undefined =>
  value === undefined ? undefined : { value, source }

function fromEnvironment(chosen: Chosen, kept: Profile | undefined) {
  const { CLINIC_URL, CLINIC_TOKEN, CLINIC_PUBLISHER } = process.env
  // A profile that was asked for by name is what is meant, whatever the environment holds.
  if (chosen.profile !== undefined && kept) return {}
  const url = sourced(CLINIC_URL || undefined, 'CLINIC_URL')
  if (chosen.profile !== undefined) return { url }
  if (!CLINIC_TOKEN) return { url }
  if (!CLINIC_TOKEN.startsWith('pbk_')) return { url, token: sourced(CLINIC_TOKEN, 'CLINIC_TOKEN') }
  const id = CLINIC_PUBLISHER || kept?.publisher?.id
  if (!id) throw wrongUsage('CLINIC_TOKEN is the key of a publisher: say its id in CLINIC_PUBLISHER')
  return { url, publisher: sourced({ id, key: CLINIC_TOKEN }, 'CLINIC_TOKEN') }
}

/** What to call and with what: the profile asked for, else the environment, else the profile that is in use. */
export async function readAccess(chosen: Chosen): Promise<Access> {
  const { current, profiles } = await readProfiles()
  const profile = chosen.profile ?? current
  const kept = profiles[profile]
  const given = fromEnvironment(chosen, kept)
  const ofProfile = `profile ${profile}`
  const url = sourced(chosen.server, '--server') ?? given.url ?? sourced(kept?.url, ofProfile)
  const address = url && { ...url, value: addressOf(url.value) }
  // What a profile keeps is for its own address alone.
  const own = kept && address?.value === kept.url ? kept : undefined
  return {
    profile,
    url: address,
    token: given.token ?? sourced(own?.plugin?.token, ofProfile),
    publisher: given.publisher ?? sourced(own?.publisher, ofProfile),
    kept: own,
  }
}

export function urlOf({ url, profile }: Access): string {
  if (!url) throw notLoggedIn(`Profile ${profile} knows no address: plg login --server https://…, or set CLINIC_URL`)
  return url.value
}

export function tokenOf(access: Access): string {
  const { token, profile } = access
  const where = urlOf(access)
  if (token) return token.value
  throw notLoggedIn(
    `Profile ${profile} has no token of an installation at ${where}: plg install, plg login --token, or set CLINIC_TOKEN`,
  )
}

export function publisherOf(access: Access): { id: string; key: string } {
  const { publisher, profile } = access
  const where = urlOf(access)
  if (publisher) return publisher.value
  throw notLoggedIn(`Profile ${profile} has no key of a publisher at ${where}: plg login`)
}
