import type { TaxAuthorities, TaxAuthority } from '../../domain/einvoices/tax-authority.ts'
import { sandboxAuthority } from './sandbox.ts'

const KNOWN: Readonly<Record<string, TaxAuthority>> = { sandbox: sandboxAuthority }

/** Every authority there is. */
export const taxAuthorities: TaxAuthorities = {
  connect(provider) {
    const authority = Object.hasOwn(KNOWN, provider) ? KNOWN[provider] : undefined
    if (!authority) throw new Error(`There is no tax authority ${provider}.`)
    return authority
  },
}
