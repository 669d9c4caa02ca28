import { hashPassword } from '../src/domain/staff/password.ts'
import { sealTotpSecret } from '../src/domain/staff/second-factor.ts'
import { newId } from '../src/kernel/ids.ts'
import { secretBox } from '../src/kernel/secret-box.ts'
import type { presentSession } from '../src/staff/present-session.ts'
import type { Problem } from './api-client.ts'
import { MASTER_KEY, type TestApp } from './harness.ts'

export const ORIGIN = 'http://localhost:4000'
export const PASSWORD = 'correct horse battery staple'
export const TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

const hashed = hashPassword(PASSWORD)
let people = 0

/** Somebody who logs in with PASSWORD, and with TOTP_SECRET if asked for. */
export async function person(app: TestApp, { totp = false }: { totp?: boolean } = {}) {
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

/** Makes somebody a member of a clinic. */
export const member = (app: TestApp, user: { id: string }, clinic: { company_id: string }, role = 'doctor') => {
  const now = new Date().toISOString()
  return app.insert('membership', {
    company_id: clinic.company_id,
    user_id: user.id,
    role,
    created_at: now,
    updated_at: now,
  })
}

export interface StaffAnswer {
  status: number
  headers: Headers
  /** `data` when the status says so, else `error`. */
  body: { data: ReturnType<typeof presentSession>; error: Problem }
}

/** A browser on the console: keeps its cookie and names its origin. */
export interface Browser {
  cookie: string
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<StaffAnswer>
  logIn(email: string, password?: string): Promise<StaffAnswer>
}

export function browser({ url }: TestApp, cookie = ''): Browser {
  const self: Browser = {
    cookie,
    async send(method, path, body, headers = {}) {
      const response = await fetch(`${url}/staff/v1${path}`, {
        method,
        headers: {
          ...(self.cookie && { cookie: self.cookie }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          origin: ORIGIN,
          ...headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
      })
      const [given] = response.headers.getSetCookie()
      if (given) self.cookie = given.split(';')[0] ?? ''
      return {
        status: response.status,
        headers: response.headers,
        body: (await response.json()) as StaffAnswer['body'],
      }
    },
    logIn: (email, password = PASSWORD) => self.send('POST', '/session', { email, password }),
  }
  return self
}
