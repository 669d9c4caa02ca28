import { type Clinic, Unauthenticated } from '@clinic/sdk'
import type { Database } from './database.ts'

/** What the clinic says of itself and of the portal; read anew in each round and when it has changed. */
export interface Known {
  readonly clinicName: string
  readonly timeZone: string
  /** Whether names of patients may be shown. */
  readonly seesPatients: boolean
  readonly linkHours: number
  readonly sessionDays: number
  /** What labs call; empty where the clinic named nothing. */
  readonly contact: string
}

export interface Portal {
  readonly clinic: Clinic
  readonly database: Database
  /** Where labs find it, without a slash at the end. */
  readonly publicUrl: string
  readonly now: () => Date
  readonly log: (message: string) => void
  /** Whether the clinic has taken the token away. No call is made from then on; a new token takes a new start. */
  isOver: boolean
  known: Known
}

export const UNKNOWN: Known = {
  ...{ clinicName: '', timeZone: 'UTC', seesPatients: false, linkHours: 72, sessionDays: 30, contact: '' },
}

/** Does the work unless the clinic has taken the token away, and is silent from the moment that it has. */
export async function whileAllowed(portal: Portal, work: () => Promise<void>): Promise<void> {
  if (portal.isOver) return
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Unauthenticated)) throw error
    portal.isOver = true
    portal.log(`The clinic no longer takes the token (${error.code}). Start again with a new one.`)
  }
}

const numberOf = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise)

export async function readKnown(portal: Portal): Promise<void> {
  const [{ name, timeZone }, { settings, grantedScopes }] = await Promise.all([
    portal.clinic.clinic.get(),
    portal.clinic.installation.get(),
  ])
  portal.known = {
    clinicName: name,
    timeZone,
    seesPatients: ['patients:read', 'patients:read.pii'].every(scope => grantedScopes.includes(scope)),
    linkHours: numberOf(settings.linkHours, UNKNOWN.linkHours),
    sessionDays: numberOf(settings.sessionDays, UNKNOWN.sessionDays),
    contact: typeof settings.contact === 'string' ? settings.contact : '',
  }
}
