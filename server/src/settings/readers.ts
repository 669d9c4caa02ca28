import { isIP } from 'node:net'
import { isCidr } from '../network/ip-allowlist.ts'
import type { RoleName } from './roles.ts'

/** A setting that cannot be used: the program stops with this one line. */
export class SettingError extends Error {}

/** The supervisor is the process that starts the others: it reads every setting, and keeps those that are for it alone. */
export type ProcessName = RoleName | 'supervisor'

interface Reader<Value> {
  /** One sentence for .env.example. */
  help: string
  fallback: string
  /** Reads the text, or throws what is expected instead. */
  read: (text: string) => Value
}

export interface Setting<Value, Process extends ProcessName = ProcessName> extends Reader<Value> {
  /** Who gets it. */
  processes: readonly Process[]
}

interface Unassigned<Value> extends Reader<Value> {
  /** Says which processes get it; no other does. */
  for<Process extends ProcessName>(...processes: readonly [Process, ...Process[]]): Setting<Value, Process>
}

const expected = (what: string): never => {
  throw new SettingError(what)
}

/** A kind of setting, empty unless told. */
const kind =
  <Value>(read: Reader<Value>['read']) =>
  (help: string, fallback = ''): Unassigned<Value> => {
    const reader = { help, fallback, read }
    return { ...reader, for: (...processes) => ({ ...reader, processes }) }
  }

function wholeNumber(value: string, min: number, max: number): number {
  const number = Number(value)
  const isWithin = /^\d+$/.test(value) && number >= min && number <= max
  return isWithin ? number : expected(`a whole number from ${min} to ${max}`)
}

const listed = (value: string): string[] =>
  value
    .split(',')
    .map(one => one.trim())
    .filter(Boolean)

export const text = kind(value => value)
export const integer = (help: string, fallback: string, min: number, max: number): Unassigned<number> =>
  kind(value => wholeNumber(value, min, max))(help, fallback)
export const ratio = kind(value => {
  const number = Number(value)
  const isRatio = /^\d*\.?\d+$/.test(value) && number <= 1
  return isRatio ? number : expected('a number from 0 to 1')
})
/** Whole months, 0 for ever; the records that they are about are kept a year at least. */
export const months = kind(value => {
  const count = wholeNumber(value, 0, 1_200)
  return count === 0 || count >= 12 ? count : expected('0 or a whole number from 12 to 1200')
})
export const port = kind(value => (value === '' ? null : wholeNumber(value, 0, 65_535)))
export const choice = <const Values extends readonly string[]>(
  help: string,
  fallback: Values[number],
  values: Values,
): Unassigned<Values[number]> =>
  kind(value => values.find(one => one === value) ?? expected(`one of ${values.join(', ')}`))(help, fallback)
export const onOff = kind(value => (value === 'on' || value === 'off' ? value === 'on' : expected('on or off')))
export const address = kind(value =>
  value === '' || URL.canParse(value) ? value.replace(/\/$/, '') : expected('an absolute URL'),
)
/** Scheme, host and port alone: what browsers compare, and what stands before every path of ours. */
export const origin = kind(value => {
  const bare = value.replace(/\/$/, '')
  const isOrigin = /^https?:/.test(bare) && URL.parse(bare)?.origin === bare
  return bare === '' || isOrigin ? bare : expected('an origin without a path, such as https://clinic.example')
})
export const databaseServer = kind(value =>
  value === '' || (/^postgres(?:ql)?:/.test(value) && URL.canParse(value)) ? value : expected('a postgres:// URL'),
)
/** Who logs in there is not the operator's to say. */
export const poolServer = kind(value => {
  const url = URL.parse(value)
  const isServer = /^postgres(?:ql)?:/.test(value) && url?.username === '' && url.password === ''
  return value === '' || isServer ? value : expected('a postgres:// URL without a login')
})
export const mailServer = kind(value =>
  value === '' || /^smtps?:\/\/\S+$/.test(value) ? value : expected('an smtp:// or smtps:// URL'),
)
export const ranges = kind(value => {
  const list = listed(value)
  const areRanges = list.every(one => isCidr(one) || isIP(one))
  return areRanges ? list : expected('addresses or CIDR ranges, separated by commas')
})
export const keys = kind(value => {
  const list = listed(value).map(one => Buffer.from(one, 'base64'))
  const areKeys = list.every(key => key.length === 32)
  return areKeys ? list : expected('32 bytes in base64, or several separated by commas, newest first')
})

/** As OpenTelemetry writes headers into a variable. */
export const pairs = kind(value => {
  const list = listed(value).map(one => /^([\w!#$%&'*+.^`|~-]+)\s*=\s*(\S*)$/.exec(one)?.slice(1).map(decoded) ?? [])
  const arePairs = list.every(([name, given]) => name !== undefined && given !== undefined)
  return arePairs
    ? new Map(list.map(([name = '', given = '']) => [name, given]))
    : expected('name=value, or several separated by commas')
})

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

interface KnownClient {
  id: string
  name: string
  redirectUris: string[]
}

const GRANT_TYPES = ['authorization_code', 'refresh_token']

/** Assistants' apps that the operator knows, by the id under which they come. */
export const clients = kind(value => {
  try {
    const list: unknown = JSON.parse(value)
    if (Array.isArray(list) && list.every(isKnownClient)) return new Map(list.map(knownClient))
  } catch {}
  return expected('a JSON list of {"id", "name", "redirectUris"}')
})

const knownClient = ({ id, name, redirectUris }: KnownClient) =>
  [id, { name, redirectUris, grantTypes: GRANT_TYPES }] as const

function isKnownClient(value: unknown): value is KnownClient {
  if (typeof value !== 'object' || value === null) return false
  if (!('id' in value && 'name' in value && 'redirectUris' in value)) return false
  const { id, name, redirectUris } = value
  const isNamed = [id, name].every(text => typeof text === 'string' && text !== '')
  if (!isNamed || !Array.isArray(redirectUris) || redirectUris.length === 0) return false
  return redirectUris.every(uri => URL.canParse(String(uri)))
}
