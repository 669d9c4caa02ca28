import { refuse } from '../../kernel/errors.ts'

type EndpointMode = 'LIVE' | 'TEST'

/** Whether an address may be sent to, by the mode of the endpoint; found out before the transaction, for names take time. */
export type UrlCheck = Record<EndpointMode, boolean>

/** Says no more than that: which address a name has is not for the caller to know (contract section 8). */
export function requireAllowed(check: UrlCheck | undefined, mode: string): void {
  if (check && !check[mode === 'TEST' ? 'TEST' : 'LIVE']) refuse('destination_not_allowed')
}
