import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export const ACCESS_KEY = 'AKIDEXAMPLE'
export const SECRET_KEY = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'

/** Why a request is refused. */
export class Denied extends Error {}
export const deny = (why: string): never => {
  throw new Denied(why)
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
export const hex = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')

/** The signature of a text within a credential's scope: AKID/20260101/region/s3/aws4_request. */
export function signature(credential: string, text: string): string {
  const [accessKey, ...scope] = credential.split('/')
  if (accessKey !== ACCESS_KEY) deny('unknown key')
  return hmac(
    scope.reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${SECRET_KEY}`) as Buffer,
    text,
  ).toString('hex')
}

/** AWS Signature Version 4, in the header Authorization or in the address. */
export function requireSignature(request: IncomingMessage, url: URL, body: Buffer): void {
  const query = url.searchParams
  const inAddress = query.has('X-Amz-Signature')
  const header = request.headers.authorization ?? ''
  const read = (name: string) =>
    (inAddress ? query.get(`X-Amz-${name}`) : new RegExp(`${name}=([^, ]+)`).exec(header)?.[1]) ?? deny(`no ${name}`)
  const [credential, signed, given] = [read('Credential'), read('SignedHeaders'), read('Signature')]
  const date = inAddress ? (query.get('X-Amz-Date') ?? '') : String(request.headers['x-amz-date'])
  const at = Date.parse(date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (Date.now() >= at + Number(query.get('X-Amz-Expires') ?? 900) * 1000) deny('Request has expired')
  const stated = String(request.headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD')
  if (!inAddress && stated !== 'UNSIGNED-PAYLOAD' && stated !== hex(body)) deny('another body')
  const canonical = [
    request.method,
    url.pathname,
    canonicalQuery(query),
    ...signed.split(';').map(name => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signed,
    inAddress ? 'UNSIGNED-PAYLOAD' : stated,
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', date, credential.split('/').slice(1).join('/'), hex(canonical)].join('\n')
  if (given !== signature(credential, text)) deny('SignatureDoesNotMatch')
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, found => `%${found.charCodeAt(0).toString(16).toUpperCase()}`)

const canonicalQuery = (query: URLSearchParams): string =>
  [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
