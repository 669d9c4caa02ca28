import { Nullable } from '@clinic/contract/fields.ts'
import { Type } from '@clinic/contract/kernel.ts'
import { validator } from '@clinic/contract/validate.ts'
import type { AnnouncedFile } from '../../domain/files/file-storage.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { SecretBox } from '../../kernel/values/secret-box.ts'
import { isSame } from '../signed-body.ts'

/** What an upload target takes, as its holder carries it: every field, signed. */
export interface UploadPolicy extends AnnouncedFile {
  expiresAt: number
}

const PURPOSE = 'file upload'
const MAC_BYTES = 32
const CONTENT_TYPE = 'Content-Type'
const TAKEN_FIELDS = new Set(['key', CONTENT_TYPE, 'policy', 'signature'])

/** Who may send the file and about whom it is concerns none of those who carry it on. */
export function policyFields(box: SecretBox, { caller, tokenId, patientId, ...open }: UploadPolicy) {
  const about = box.seal(JSON.stringify({ caller, tokenId, patientId }), PURPOSE).toString('base64url')
  const policy = Buffer.from(JSON.stringify({ ...open, about })).toString('base64url')
  const { key, contentType } = open
  return { key, [CONTENT_TYPE]: contentType, policy, signature: box.mac(policy, PURPOSE, MAC_BYTES) }
}

const wrong = (path: string, code: string, message: string): never => refuseInput({ path, code, message })

/** The policy of a form, or a refusal that names the field: its signature, its time, then that every field agrees with it. */
export function readPolicy(box: SecretBox, fields: ReadonlyMap<string, string>, now: number): UploadPolicy {
  for (const name of TAKEN_FIELDS) if (!fields.has(name)) wrong(name, 'required', 'must come before the file')
  for (const name of fields.keys())
    if (!TAKEN_FIELDS.has(name)) wrong(name.slice(0, 64), 'unknown_key', 'is not a field of this upload')
  const text = fields.get('policy') ?? ''
  if (!isSame(box.mac(text, PURPOSE, MAC_BYTES), fields.get('signature') ?? ''))
    wrong('signature', 'signature', 'does not belong to the policy')
  const policy = parsePolicy(box, text)
  if (now >= policy.expiresAt) wrong('policy', 'expired', 'has expired: request another upload')
  if (fields.get('key') !== policy.key) wrong('key', 'const', 'must be as it was given')
  if (fields.get(CONTENT_TYPE) !== policy.contentType) wrong(CONTENT_TYPE, 'const', 'must be as it was given')
  return policy
}

/** What we signed has this shape; a release before it said nothing of who sends the file. */
const signed = validator(
  Type.Object({
    ...{ key: Type.String(), contentType: Type.String(), sizeBytes: Type.Integer(), expiresAt: Type.Integer() },
    about: Type.Optional(Type.String()),
  }),
)
const sealed = validator(
  Type.Object({
    caller: Type.String(),
    tokenId: Nullable(Type.String()),
    patientId: Type.String(),
  }),
)

function parsePolicy(box: SecretBox, text: string): UploadPolicy {
  const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
  if (!signed.check(read)) throw new TypeError('A signed upload policy has another shape.')
  const { about, ...policy } = read
  if (about === undefined) return wrong('policy', 'expired', 'has expired: request another upload')
  const of: unknown = JSON.parse(box.open(Buffer.from(about, 'base64url'), PURPOSE).toString())
  if (!sealed.check(of)) throw new TypeError('A sealed upload policy has another shape.')
  return { ...policy, ...of }
}
