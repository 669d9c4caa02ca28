import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'

/** The events, each once, if the installation was granted them all (specification, Plugin token 5). */
export async function grantedEvents(tx: Tx, installationId: string, events: readonly string[]): Promise<string[]> {
  const { granted_events: granted } = await tx.get('installation', installationId)
  const missing = events.filter(event => !granted.includes(event))
  return missing.length > 0 ? refuse('event_not_granted', { events: missing }) : [...new Set(events)]
}
