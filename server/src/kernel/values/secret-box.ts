import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import { someRandomBytes } from './random-bytes.ts'

/** Keys derived from SECRET_KEY, one per purpose, so that no key serves two. */
export interface SecretBox {
  /** AES-256-GCM with a fresh nonce; `purpose` is bound in, so that a sealed value opens only where it was meant to. */
  seal(plain: string | Buffer, purpose: string): Buffer
  /** Throws when the value was changed, sealed for another purpose or with an unknown key. */
  open(sealed: Buffer, purpose: string): Buffer
  /** Whether the value was sealed with the first key, so that it stays readable when the others are gone. */
  isCurrent(sealed: Buffer): boolean
  /** A MAC of the text, `bytes` long, base64url. */
  mac(text: string, purpose: string, bytes?: number): string
  /** The MACs of the text by every key, the first one's first: what was stored before a rotation is found by them. */
  macs(text: string, purpose: string): string[]
  /** A password derived for a purpose, the same in every process. */
  password(purpose: string): string
}

const NONCE = 12
const TAG = 16
const KEY_ID = 4
const MAC = 16

const derive = (master: Buffer, info: string) => Buffer.from(hkdfSync('sha256', master, '', info, 32))

/** Layout of a sealed value: key id (4 bytes) · nonce (12) · tag (16) · ciphertext. The first key seals; all open. */
export function secretBox(masters: readonly Buffer[]): SecretBox {
  const boxes = masters.map(master => ({
    id: derive(master, 'key id').subarray(0, KEY_ID),
    key: derive(master, 'seal'),
  }))
  const [[first], [current]] = [masters, boxes]
  if (!first || !current) throw new Error('At least one master key is needed.')
  const macKeys = new Map<string, Buffer>()
  const macKey = (purpose: string) => {
    const key = macKeys.get(purpose) ?? derive(first, `mac ${purpose}`)
    macKeys.set(purpose, key)
    return key
  }
  const macBy = (key: Buffer, text: string, bytes: number) =>
    createHmac('sha256', key).update(text).digest().subarray(0, bytes).toString('base64url')
  return {
    seal(plain, purpose) {
      const nonce = someRandomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(Buffer.from(purpose))
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([current.id, nonce, cipher.getAuthTag(), body])
    },
    open(sealed, purpose) {
      const box = boxes.find(({ id }) => id.equals(sealed.subarray(0, KEY_ID)))
      if (!box) throw new Error('The value was sealed with a key that is not configured.')
      const nonce = sealed.subarray(KEY_ID, KEY_ID + NONCE)
      const tag = sealed.subarray(KEY_ID + NONCE, KEY_ID + NONCE + TAG)
      const decipher = createDecipheriv('aes-256-gcm', box.key, nonce).setAAD(Buffer.from(purpose)).setAuthTag(tag)
      return Buffer.concat([decipher.update(sealed.subarray(KEY_ID + NONCE + TAG)), decipher.final()])
    },
    isCurrent: sealed => current.id.equals(sealed.subarray(0, KEY_ID)),
    mac: (text, purpose, bytes = MAC) => macBy(macKey(purpose), text, bytes),
    macs: (text, purpose) => masters.map(master => macBy(derive(master, `mac ${purpose}`), text, MAC)),
    password: purpose => derive(first, `password ${purpose}`).toString('base64url'),
  }
}
