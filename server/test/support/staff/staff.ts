import { generate } from 'otplib'
import { hashPassword } from '../../../src/domain/staff/password.ts'
import { sealTotpSecret } from '../../../src/domain/staff/second-factor.ts'
import { newId } from '../../../src/kernel/values/ids.ts'
import { secretBox } from '../../../src/kernel/values/secret-box.ts'
import type { presentSession } from '../../../src/present/staff.ts'
import type { Problem } from '../app/api-client.ts'
import { MASTER_KEY, type TestApp } from '../app/harness.ts'

export const ORIGIN = 'http://localhost:4000'
export const PASSWORD = 'correct horse battery staple'
export const TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

const hashed = hashPassword(PASSWORD)
let people = 0

/** A person who logs in with PASSWORD, and with TOTP_SECRET if asked for. */
export async function person(app: Pick<TestApp, 'insert'>, { totp = false }: { totp?: boolean } = {}) {
  const id = newId('usr')
  const now = new Date().toISOString()
  return app.insert('staff_user', {
    id,
    email: `person${++people}@clinic.example`,
    name: 'Person',
    password_hash: await hashed,
    totp_secret: totp ? sealTotpSecret(secretBox([MASTER_KEY]), id, TOTP_SECRET) : null,
    created_at: now,
    updated_at: now,
  })
}

/** Makes a person a member of a clinic, who sees every branch there, or those of the practitioner who they are. */
export const member = (
  app: Pick<TestApp, 'insert'>,
  user: { id: string },
  clinic: { company_id: string },
  role = 'doctor',
  practitioner?: { id: string } | null,
) => {
  const now = new Date().toISOString()
  return app.insert('membership', {
    company_id: clinic.company_id,
    user_id: user.id,
    role,
    all_branches: practitioner === undefined,
    practitioner_id: practitioner?.id ?? null,
    created_at: now,
    updated_at: now,
  })
}

type SessionData = ReturnType<typeof presentSession>

export interface StaffAnswer<Data = SessionData> {
  status: number
  headers: Headers
  /** `data` when the status says so, else `error`. */
  body: { data: Data; hasMore?: boolean; nextCursor?: string | null; error: Problem }
}

/** A browser on the console: keeps its cookie, names its origin, means each POST anew and changes first versions. */
export interface Browser {
  cookie: string
  send<Data = SessionData>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<StaffAnswer<Data>>
  logIn(email: string, password?: string): Promise<StaffAnswer>
}

export function browser({ url }: TestApp, cookie = ''): Browser {
  const self: Browser = {
    cookie,
    async send<Data>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
      const response = await fetch(`${url}/staff/v1${path}`, {
        method,
        headers: {
          ...(self.cookie && { cookie: self.cookie }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          origin: ORIGIN,
          ...(method === 'POST' && { 'idempotency-key': crypto.randomUUID() }),
          ...(method !== 'GET' && { 'if-match': '"1"' }),
          ...headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
      })
      const [given] = response.headers.getSetCookie()
      if (given) self.cookie = given.split(';')[0] ?? ''
      return {
        status: response.status,
        headers: response.headers,
        body: (await response.json()) as StaffAnswer<Data>['body'],
      }
    },
    logIn: (email, password = PASSWORD) => self.send('POST', '/session', { email, password }),
  }
  return self
}

/** A person who works in the clinic, logged in there, by the second factor too where they have one. */
export async function employee(
  app: TestApp,
  clinic: { company_id: string },
  role = 'doctor',
  { totp = false }: { totp?: boolean } = {},
) {
  const user = await person(app, { totp })
  await member(app, user, clinic, role)
  const console = browser(app)
  await console.logIn(user.email)
  if (totp) await console.send('POST', '/session/second-factor', { code: await totpCode() })
  return { user, console, send: console.send }
}

/** The present code of TOTP_SECRET, or that of some seconds from now. */
export const totpCode = (secondsFromNow = 0, secret = TOTP_SECRET): Promise<string> =>
  generate({ secret, epoch: Math.floor(Date.now() / 1_000) + secondsFromNow })

/** Makes it long ago that a session proved who is at the screen. */
export const forgetStepUp = (app: TestApp, user: { id: string }) =>
  app.sql("update staff_session set confirmed_at = now() - interval '5 minutes' where user_id = $1", [user.id])
