import { canonicalJson } from '@clinic/contract/canonical-json.ts'
import type { SigningKey } from '../audit/signing-key.ts'
import type { Receipt } from './exam-row.ts'

/** Signs what a passed exam says, with the key of the seals: everything in it but the signature itself. */
export function signReceipt(told: Omit<Receipt, 'type' | 'key' | 'signature'>, key: SigningKey): Receipt {
  const unsigned = { type: 'plugin_exam' as const, ...told, key: key.id }
  return { ...unsigned, signature: key.sign(canonicalJson(unsigned)).toString('hex') }
}
