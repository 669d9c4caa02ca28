import { isIP } from 'node:net'
import { isCidr } from '../network/ip-allowlist.ts'

/** A setting that cannot be used: the program stops with this one line. */
export class SettingError extends Error {}

export interface Setting<Value> {
  /** One sentence for .env.example. */
  help: string
  fallback: string
  /** Reads the text, or throws what is expected instead. */
  read: (text: string) => Value
}

const expected = (what: string): never => {
  throw new SettingError(what)
}
export const text = (help: string, fallback = ''): Setting<string> => ({ help, fallback, read: value => value })
export const integer = (help: string, fallback: string, min: number, max: number): Setting<number> => ({
  help,
  fallback,
  read: value => {
    const number = Number(value)
    return /^\d+$/.test(value) && number >= min && number <= max
      ? number
      : expected(`a whole number from ${min} to ${max}`)
  },
})
export const port = (help: string): Setting<number | null> => ({
  help,
  fallback: '',
  read: value => (value === '' ? null : integer(help, '', 0, 65_535).read(value)),
})
export const choice = <const Values extends readonly string[]>(
  help: string,
  fallback: Values[number],
  values: Values,
): Setting<Values[number]> => ({
  help,
  fallback,
  read: value => values.find(one => one === value) ?? expected(`one of ${values.join(', ')}`),
})
export const onOff = (help: string, fallback: 'on' | 'off'): Setting<boolean> => ({
  help,
  fallback,
  read: value => (value === 'on' || value === 'off' ? value === 'on' : expected('on or off')),
})
export const address = (help: string, fallback = ''): Setting<string> => ({
  help,
  fallback,
  read: value => (value === '' || URL.canParse(value) ? value.replace(/\/$/, '') : expected('an absolute URL')),
})
/** Scheme, host and port alone: what browsers compare, and what stands before every path of ours. */
export const origin = (help: string): Setting<string> => ({
  help,
  fallback: '',
  read: value => {
    const bare = value.replace(/\/$/, '')
    return bare === '' || (/^https?:/.test(bare) && URL.parse(bare)?.origin === bare)
      ? bare
      : expected('an origin without a path, such as https://clinic.example')
  },
})
export const databaseServer = (help: string): Setting<string> => ({
  help,
  fallback: '',
  read: value =>
    value === '' || (/^postgres(?:ql)?:/.test(value) && URL.canParse(value)) ? value : expected('a postgres:// URL'),
})
export const mailServer = (help: string): Setting<string> => ({
  help,
  fallback: '',
  read: value => (value === '' || /^smtps?:\/\/\S+$/.test(value) ? value : expected('an smtp:// or smtps:// URL')),
})
export const ranges = (help: string): Setting<string[]> => ({
  help,
  fallback: '',
  read: value => {
    const list = value
      .split(',')
      .map(one => one.trim())
      .filter(Boolean)
    return list.every(one => isCidr(one) || isIP(one))
      ? list
      : expected('addresses or CIDR ranges, separated by commas')
  },
})
export const keys = (help: string): Setting<Buffer[]> => ({
  help,
  fallback: '',
  read: value => {
    const list = value
      .split(',')
      .filter(Boolean)
      .map(one => Buffer.from(one.trim(), 'base64'))
    return list.every(key => key.length === 32)
      ? list
      : expected('32 bytes in base64, or several separated by commas, newest first')
  },
})

/** Assistants' apps that the operator knows, by the id under which they come. */
export const clients = (help: string): Setting<Map<string, KnownClient>> => ({
  help,
  fallback: '[]',
  read: value => {
    try {
      const list: unknown = JSON.parse(value)
      if (Array.isArray(list) && list.every(isKnownClient))
        return new Map(list.map(({ id, name, redirectUris }) => [id, { name, redirectUris, grantTypes: GRANT_TYPES }]))
    } catch {}
    return expected('a JSON list of {"id", "name", "redirectUris"}')
  },
})

interface KnownClient {
  name: string
  redirectUris: string[]
  grantTypes: string[]
}

const GRANT_TYPES = ['authorization_code', 'refresh_token']

function isKnownClient(value: unknown): value is { id: string; name: string; redirectUris: string[] } {
  if (typeof value !== 'object' || value === null) return false
  if (!('id' in value && 'name' in value && 'redirectUris' in value)) return false
  const { id, name, redirectUris } = value
  return (
    [id, name].every(text => typeof text === 'string' && text !== '') &&
    Array.isArray(redirectUris) &&
    redirectUris.length > 0 &&
    redirectUris.every(uri => URL.canParse(String(uri)))
  )
}
