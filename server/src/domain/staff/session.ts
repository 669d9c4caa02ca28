import type { Input } from '@clinic/contract/kernel.ts'
import type { updateMe } from '@clinic/contract/staff/account.ts'
import type { StaffRole } from '@clinic/contract/staff/permissions.ts'
import type { DENSITIES, DIGITS, LANGUAGES } from '@clinic/contract/staff/session.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import type { SessionState } from './log-in.ts'
import { IDLE, sessionTokenHash } from './session-token.ts'
import type { LoginDeps, StaffDeps, VisitDeps } from './staff-deps.ts'

type Language = (typeof LANGUAGES)[number]

/** A clinic that a person works in, what they are and see there, and what the rules need to know of it, as all that is now. */
export interface StaffClinic {
  company_id: string
  name: string
  name_ar: string | null
  sandbox: boolean
  second_factor_required: boolean
  role: StaffRole
  practitioner_id: string | null
  all_branches: boolean
  branch_ids: string[]
  time_zone: string
  /** Of the clinic, what the rules need to know. */
  facts: Pick<
    TableRow<'clinic'>,
    'country' | 'currency' | 'tax_percent' | 'clock' | 'clock_offset_ms' | 'resets' | 'cell'
  >
}

export interface StaffSession {
  session_id: string
  state: SessionState
  /** When the login proved a second factor, if it did. */
  second_factor_at: string | null
  /** When it last gave its password or second factor. */
  confirmed_at: string
  absolute_end: string
  user_id: string
  email: string
  name: string
  name_ar: string | null
  /** As chosen; null until then. */
  language: Language | null
  /** What else they chose for their console. */
  density: (typeof DENSITIES)[number] | null
  digits: (typeof DIGITS)[number]
  shortcuts: boolean
  second_factor_enrolled: boolean
  /** The clinic that was entered, if the person may still be there. */
  company_id: string | null
  clinics: StaffClinic[]
}

const STEP_UP_MS = 5 * 60_000

const look = sql<StaffSession>(`
  select session.*, chosen.* from staff_session_of($1, $2, $3) as session
  cross join lateral preferences_of(session.user_id) as chosen`)
const enter = sql<{ outcome: Entered }>('select enter_clinic($1, $2) as outcome')
const end = sql('select end_staff_session($1)')
const set = sql('select set_preferences($1, $2)')

/** How a session is looked at: the clinic that the request is about, and whether it is the person who asks. */
export interface Looking {
  named?: string | undefined
  /** Unless told otherwise, looking keeps the session from ending for want of use. */
  prolongs?: boolean
}

/** The session of a token with all that it rests on, asked anew each time; nothing once it has ended. */
export async function sessionOf(
  { run }: StaffDeps,
  token: string,
  { named, prolongs = true }: Looking = {},
): Promise<StaffSession | undefined> {
  return (await run(look([sessionTokenHash(token), prolongs ? IDLE : null, named ?? null])))[0]
}

/** Until when the session need not prove again who is at the screen; nothing where it has to. */
export function confirmedUntil({ confirmed_at }: StaffSession): string | null {
  const end = Date.parse(confirmed_at) + STEP_UP_MS
  return end > Date.now() ? new Date(end).toISOString() : null
}

/** Whether the login is enough for the clinic. */
export const mayEnter = ({ second_factor_at }: StaffSession, clinic: StaffClinic): boolean =>
  !clinic.second_factor_required || second_factor_at !== null

/** The clinic that the session is in: the one that was entered, or the only one there is to enter. */
export function currentClinic(session: StaffSession): StaffClinic | undefined {
  const entered = session.company_id === null ? undefined : clinicOf(session, session.company_id)
  const [only] = session.clinics
  if (entered) return entered
  return only && session.clinics.length === 1 && mayEnter(session, only) ? only : undefined
}

/** The clinic of the id, if the person works there now. */
export const clinicOf = ({ clinics }: StaffSession, id: string): StaffClinic | undefined =>
  clinics.find(({ company_id }) => company_id === id)

type Entered = 'ok' | 'not_found' | 'second_factor_required'

/** Enters a clinic that the person works in. */
export async function enterClinic({ run, token, isBy }: LoginDeps, companyId: string): Promise<Entered> {
  isBy({ companyId })
  const [row] = await run(enter([sessionTokenHash(token), companyId]))
  return row?.outcome ?? 'not_found'
}

/** Ends the session; ending it twice changes nothing. */
export async function logOut(visit: VisitDeps, token: string): Promise<void> {
  const session = await sessionOf(visit, token)
  await visit.run(end([sessionTokenHash(token)]))
  if (session) visit.isBy({ userId: session.user_id, sessionId: session.session_id })
}

/** Changes what is named of what the person of the session has chosen for their console. */
export async function setPreferences({ run, token }: LoginDeps, chosen: Input<typeof updateMe>): Promise<void> {
  await run(set([sessionTokenHash(token), JSON.stringify(chosen)]))
}
