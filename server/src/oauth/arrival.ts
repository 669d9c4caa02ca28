import type { StaffSession } from '../domain/staff/session.ts'
import type { PlatformTx } from '../kernel/tx.ts'
import type { NoteEvent } from './events.ts'
import { bindFlow, type Flow, isOfBrowser, openFlow } from './flow.ts'
import { type Offer, offersFor } from './offers.ts'

/** Why somebody who comes back from the login cannot go on. */
export type Obstacle = 'over' | 'other_browser' | 'logged_out' | 'other_person'

/** Somebody who may go on: the flow is open, theirs, and in the browser where it began. */
export interface Arrival {
  flow: Flow
  session: StaffSession
  offers: Offer[]
  /** The clinic that was chosen, or the only one there is; none while there is a choice to make. */
  chosen: Offer | undefined
}

export interface Comer {
  flowId: string
  browserTokens: readonly string[]
  session: StaffSession | undefined
}

/**
 * Checks who comes, in this order: the flow, the browser, the login, the person. The flow becomes that of the first who
 * comes this far; what they may connect is looked up anew each time.
 */
export async function arrive(tx: PlatformTx, comer: Comer, note: NoteEvent): Promise<Arrival | Obstacle> {
  const flow = await openFlow(tx, comer.flowId)
  if (!flow) return 'over'
  if (!isOfBrowser(flow, comer.browserTokens)) return 'other_browser'
  const { session } = comer
  if (session?.state !== 'ok') return 'logged_out'
  const { user_id: userId } = session
  if (flow.user_id === null) {
    if (!(await bindFlow(tx, flow, userId))) return 'other_person'
    await note(tx, 'flow.bound', { clientId: flow.client_id, userId })
  } else if (flow.user_id !== userId) return 'other_person'
  const offers = await offersFor(tx, flow, session)
  return { flow, session, offers, chosen: chosenOf(flow, offers) }
}

function chosenOf(flow: Flow, offers: readonly Offer[]): Offer | undefined {
  if (flow.company_id === null) return offers.length === 1 ? offers[0] : undefined
  return offers.find(({ clinic }) => clinic.company_id === flow.company_id)
}
