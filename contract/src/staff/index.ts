/** The registry of the console's API: all that it promises, in the order in which it is documented. */
import { type OperationsOf, operationsOf } from '../registry.ts'
import * as account from './account.ts'
import * as assistants from './assistants.ts'
import * as catalogue from './catalogue.ts'
import * as clinicSecurity from './clinic-security.ts'
import * as installations from './installations.ts'
import * as invitations from './invitations.ts'
import * as members from './members.ts'
import * as notices from './notices.ts'
import * as passwordResets from './password-resets.ts'
import * as pluginEndpoints from './plugin-endpoints.ts'
import * as pluginTokens from './plugin-tokens.ts'
import * as session from './session.ts'
import * as workplace from './workplace.ts'

export const staffFamilies = {
  session,
  account,
  passwordResets,
  workplace,
  members,
  invitations,
  catalogue,
  installations,
  pluginTokens,
  pluginEndpoints,
  assistants,
  clinicSecurity,
  notices,
}

export const staffOperations = operationsOf(staffFamilies)

export type StaffOperations = OperationsOf<typeof staffFamilies>
