import type { StaffRole } from '@clinic/contract/staff/permissions.ts'
import { ScureBase32Plugin } from 'otplib'
import { sql } from '../db/statement.ts'
import { hashPassword } from '../domain/staff/password.ts'
import { sealTotpSecret } from '../domain/staff/second-factor.ts'
import type { Tx } from '../kernel/tx.ts'
import { ID_PREFIX } from '../kernel/values/id-prefixes.ts'
import { derivedId } from '../kernel/values/ids.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import { VISITING_SURGEON } from './nakheel.ts'
import type { ClinicPlan, StaffPlan } from './plan.ts'
import { idsOf } from './plans.ts'
import { emailOf } from './staff.ts'

/** A person of a demo clinic who can log in; demo.json tells how. */
export interface DemoLogin {
  role: StaffRole
  email: string
  password: string
  totpSecret: string | null
}

export interface LoginPlan extends DemoLogin {
  userId: string
  name: readonly [latin: string, arabic: string]
  practitionerId: string
  allBranches: boolean
}

const base32 = new ScureBase32Plugin()

/** How many of a role log in: the second receptionist works at another branch. */
const LOGINS = [
  ['owner', 'manager', 1],
  ['doctor', 'doctor', 1],
  ['receptionist', 'receptionist', 2],
  ['accountant', 'accountant', 1],
] as const

/** People of each role; and the surgeon who works in two clinics, but not in the twin of one of them. */
function people({ staff, facts }: ClinicPlan): { role: StaffRole; person: StaffPlan }[] {
  const isSurgeon = ({ email }: StaffPlan) => email === VISITING_SURGEON.email
  return LOGINS.flatMap(([role, job, most]) => {
    const found = staff.filter(person => person.role === job && !isSurgeon(person)).slice(0, most)
    const surgeon = role === 'doctor' && !facts.sandbox ? staff.filter(isSurgeon) : []
    return [...found, ...surgeon].map(person => ({ role, person }))
  })
}

/** What a person of the demo logs in with. */
export interface LoginSecrets extends Omit<DemoLogin, 'role'> {
  userId: string
}

/** A person who works where a second factor is required has one, wherever else they work. */
const secretsOf = (box: SecretBox, { facts }: ClinicPlan, email: string): LoginSecrets =>
  loginSecrets(box, email, facts.secondFactorRequired || email === VISITING_SURGEON.email)

/** They follow from the master key, so that demo.json can be written again although the database holds none of them. */
export function loginSecrets(box: SecretBox, email: string, hasFactor: boolean): LoginSecrets {
  return {
    userId: userIdOf(email),
    email,
    password: box.mac(email, 'demo password'),
    totpSecret: hasFactor ? base32.encode(Buffer.from(box.mac(email, 'demo totp', 20), 'base64url')) : null,
  }
}

/** As records name who wrote them: the first person of a role who logs in. */
export function writtenBy(plan: ClinicPlan, role: StaffRole): string {
  const { person } = people(plan).find(one => one.role === role) ?? {}
  if (!person) throw new RangeError(`${plan.key} has no ${role}`)
  return `staff ${userIdOf(emailOf(plan, person))}`
}

const userIdOf = (email: string): string => derivedId(ID_PREFIX.user, 'demo', email)

/** Everybody of the clinic who can log in. */
export function loginPlans(plan: ClinicPlan, box: SecretBox): LoginPlan[] {
  return people(plan).map(({ role, person }) => ({
    ...secretsOf(box, plan, emailOf(plan, person)),
    role,
    name: person.name,
    practitionerId: idsOf(plan)('practitioner', person.key),
    // Books are kept for the clinic as a whole.
    allBranches: role === 'accountant',
  }))
}

/** The clinic's logins, the same in every run with the same master key. */
export const demoLogins = (plan: ClinicPlan, box: SecretBox): DemoLogin[] =>
  loginPlans(plan, box).map(({ role, email, password, totpSecret }) => ({ role, email, password, totpSecret }))

const knownUsers = sql<{ id: string }>(
  'select user_id as id from membership where company_id = $1 and user_id = any($2)',
)
const addUser = sql(`
  insert into staff_user (id, email, name, name_ar, password_hash, totp_secret, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict do nothing`)
const addMembership = sql(`
  insert into membership (company_id, user_id, role, practitioner_id, all_branches, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $6) on conflict do nothing`)

/** Makes those logins of the clinic that are missing; also where the clinic is older than they are. */
export async function makeLogins(tx: Tx, plan: ClinicPlan, box: SecretBox): Promise<void> {
  const logins = loginPlans(plan, box)
  const known = await tx.sql(knownUsers([tx.clinic.id, logins.map(({ userId }) => userId)]))
  const present = new Set(known.map(({ id }) => id))
  for (const login of logins) if (!present.has(login.userId)) await makeLogin(tx, login, box)
}

async function makeLogin(tx: Tx, login: LoginPlan, box: SecretBox): Promise<void> {
  const { userId, email, name, password, totpSecret, role, practitionerId, allBranches } = login
  const secret = totpSecret === null ? null : sealTotpSecret(box, userId, totpSecret)
  await tx.sql(addUser([userId, email, ...name, await hashPassword(password), secret, tx.now]))
  await tx.sql(addMembership([tx.clinic.id, userId, role, practitionerId, allBranches, tx.now]))
}
