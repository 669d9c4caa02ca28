import type { Statement } from '../../db/statement.ts'
import type { SecretBox } from '../../kernel/values/secret-box.ts'

/** What logins and sessions are made with. They belong to no clinic, so no Tx can hold them. */
export interface StaffDeps {
  /** Runs one statement that stands alone, as a member of clinic_app. */
  run<Row>(statement: Statement<Row>): Promise<Row[]>
  box: SecretBox
}

/** The same for a request of a person. */
export interface VisitDeps extends StaffDeps {
  address: string
}

/** The same for a person who holds the token of a session. */
export interface LoginDeps extends VisitDeps {
  token: string
}
