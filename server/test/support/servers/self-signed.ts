import { generateKeyPairSync, sign } from 'node:crypto'

/** A key and a certificate for `name`, made on the spot so that none is ever checked in (RFC 5280, ECDSA P-256). */
export function selfSigned(name: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const subject = sequence(set(sequence(oid('550403'), tlv(0x0c, Buffer.from(name)))))
  const names = sequence(tlv(0x82, Buffer.from(name)))
  const body = sequence(
    tlv(0xa0, integer(2)),
    integer(1),
    ECDSA_SHA256,
    subject,
    sequence(utcTime(Date.now() - DAY_MS), utcTime(Date.now() + DAY_MS)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(sequence(oid('551d11'), tlv(0x04, names)))),
  )
  const signature = sign('sha256', body, privateKey)
  const der = sequence(body, ECDSA_SHA256, tlv(0x03, Buffer.from([0]), signature))
  const lines = der.toString('base64').replace(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

const DAY_MS = 86_400_000
const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'))

function tlv(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

function sequence(...parts: Uint8Array[]): Buffer {
  return tlv(0x30, ...parts)
}

function set(...parts: Uint8Array[]): Buffer {
  return tlv(0x31, ...parts)
}

function integer(value: number): Buffer {
  return tlv(0x02, Buffer.from([value]))
}

function oid(hex: string): Buffer {
  return tlv(0x06, Buffer.from(hex, 'hex'))
}

function utcTime(atMs: number): Buffer {
  const digits = new Date(atMs).toISOString().replace(/\D/g, '').slice(2, 14)
  return tlv(0x17, Buffer.from(`${digits}Z`))
}
