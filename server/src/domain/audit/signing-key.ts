import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto'
import type { SecretBox } from '../../kernel/values/secret-box.ts'

/** What seals are signed with (Ed25519, RFC 8032). */
export interface SigningKey {
  /** Names the key in what it signed. */
  id: string
  publicKey: Buffer
  sign(text: string): Buffer
}

const PRIVATE = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC = Buffer.from('302a300506032b6570032100', 'hex')

/** A key of 32 bytes in the form that the library reads (RFC 8410). */
const privateKeyOf = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PRIVATE, seed]), format: 'der', type: 'pkcs8' })
const publicKeyOf = (bytes: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([PUBLIC, bytes]), format: 'der', type: 'spki' })

export function signingKey(seed: Buffer): SigningKey {
  const key = privateKeyOf(seed)
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC.length)
  return {
    id: hash('sha256', publicKey, 'hex').slice(0, 16),
    publicKey,
    sign: text => sign(null, Buffer.from(text), key),
  }
}

/** The operator's own key, or one that follows from the master key. */
export const auditSigningKey = ([seed]: readonly Buffer[], box: SecretBox): SigningKey =>
  signingKey(seed ?? Buffer.from(box.password('audit signing'), 'base64url'))

export const isSignedBy = (publicKey: Buffer, text: string, signature: Buffer): boolean =>
  verify(null, Buffer.from(text), publicKeyOf(publicKey), signature)
