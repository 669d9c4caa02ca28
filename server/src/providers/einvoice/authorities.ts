import type { TaxAuthorities, TaxAuthority } from '../../domain/einvoices/tax-authority.ts'

/** Loaded with the first document, and its XML library with it. */
const sandbox: TaxAuthority = {
  submit: async document => (await import('./sandbox.ts')).sandboxAuthority.submit(document),
}

const KNOWN: Readonly<Record<string, TaxAuthority>> = { sandbox }

/** Every authority there is. */
export const taxAuthorities: TaxAuthorities = {
  connect(provider) {
    const authority = Object.hasOwn(KNOWN, provider) ? KNOWN[provider] : undefined
    if (!authority) throw new Error(`There is no tax authority ${provider}.`)
    return authority
  },
}
