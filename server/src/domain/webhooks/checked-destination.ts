import { refuse } from '../../kernel/errors.ts'

export type EndpointMode = 'LIVE' | 'TEST'

/** Whether an address may be sent to, by the mode of the endpoint; found out before the transaction, for names take time. */
export type Judgement = Record<EndpointMode, boolean>

/** Says no more than that: which address a name has is nobody's business (contract section 8). */
export function requireAllowed(judgement: Judgement | undefined, mode: string): void {
  if (judgement && !judgement[mode === 'TEST' ? 'TEST' : 'LIVE']) refuse('destination_not_allowed')
}
