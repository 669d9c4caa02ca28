import { openInstallLink } from '@clinic/contract/staff/install-links.ts'
import { openLink } from '../domain/publishers/install-links.ts'
import { implement } from '../kernel/implement.ts'

/** How a clinic comes to know a private plugin. */
export const installLinksApi = [
  implement(openInstallLink, async (tx, { token }) => ({ data: await openLink(tx, token) })),
]
