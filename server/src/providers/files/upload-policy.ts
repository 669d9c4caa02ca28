import { timingSafeEqual } from 'node:crypto'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { AnnouncedFile } from '../../domain/files/file-storage.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { SecretBox } from '../../kernel/values/secret-box.ts'

/** What an upload target takes, as its holder carries it: every field, signed. */
export interface UploadPolicy extends AnnouncedFile {
  expiresAt: number
}

const PURPOSE = 'file upload'
const MAC_BYTES = 32
const CONTENT_TYPE = 'Content-Type'
const TAKEN_FIELDS = new Set(['key', CONTENT_TYPE, 'policy', 'signature'])

export function policyFields(box: SecretBox, { key, contentType, sizeBytes, expiresAt }: UploadPolicy) {
  const policy = Buffer.from(JSON.stringify({ key, contentType, sizeBytes, expiresAt })).toString('base64url')
  return { key, [CONTENT_TYPE]: contentType, policy, signature: box.mac(policy, PURPOSE, MAC_BYTES) }
}

const wrong = (path: string, code: string, message: string): never => refuseInput({ path, code, message })

/** The policy of a form, or a refusal that names the field: its signature, its time, then that every field agrees with it. */
export function readPolicy(box: SecretBox, fields: ReadonlyMap<string, string>, now: number): UploadPolicy {
  for (const name of TAKEN_FIELDS) if (!fields.has(name)) wrong(name, 'required', 'must come before the file')
  for (const name of fields.keys())
    if (!TAKEN_FIELDS.has(name)) wrong(name.slice(0, 64), 'unknown_key', 'is not a field of this upload')
  const text = fields.get('policy') ?? ''
  requireSignature(box, text, fields.get('signature') ?? '')
  const policy = parsePolicy(text)
  if (now >= policy.expiresAt) wrong('policy', 'expired', 'has expired: request another upload')
  if (fields.get('key') !== policy.key) wrong('key', 'const', 'must be as it was given')
  if (fields.get(CONTENT_TYPE) !== policy.contentType) wrong(CONTENT_TYPE, 'const', 'must be as it was given')
  return policy
}

function requireSignature(box: SecretBox, policy: string, signature: string): void {
  const given = Buffer.from(signature, 'base64url')
  const expected = Buffer.from(box.mac(policy, PURPOSE, MAC_BYTES), 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    wrong('signature', 'signature', 'does not belong to the policy')
}

/** What we signed has this shape. */
function parsePolicy(text: string): UploadPolicy {
  const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
  if (isRecord(read)) {
    const { key, contentType, sizeBytes, expiresAt } = read
    if (typeof key === 'string' && typeof contentType === 'string')
      if (typeof sizeBytes === 'number' && typeof expiresAt === 'number')
        return { key, contentType, sizeBytes, expiresAt }
  }
  throw new TypeError('A signed upload policy has another shape.')
}
