import type { Statement } from '../../db/statement.ts'
import type { SecretBox } from '../../kernel/values/secret-box.ts'

/** What logins and sessions are made with. They belong to no clinic, so no Tx can hold them. */
export interface StaffDeps {
  /** Runs one statement that stands alone, as a member of clinic_app. */
  run<Row>(statement: Statement<Row>): Promise<Row[]>
  box: SecretBox
}

/** Whose login a request is about, as far as it is known. */
export interface Person {
  userId?: string
  sessionId?: string
  /** What the person logs in with, where nothing else is known yet. */
  email?: string
  /** The one clinic that it concerns; every clinic that the person works in, where there is none. */
  companyId?: string
}

/** The same for a request of a person. */
export interface VisitDeps extends StaffDeps {
  address: string
  requestId: string
  /** How the browser calls itself. */
  userAgent: string | undefined
  /** Who the client says it is: what is refused is counted in that person's clinics. */
  claims(person: Person): void
  /** Who it has proved to be: what is done is recorded there. */
  isBy(person: Person): void
}

/** The same for a person who holds the token of a session. */
export interface LoginDeps extends VisitDeps {
  token: string
}
