/** The registry of the console's API: all that it promises, in the order in which it is documented. */
import { type OperationsOf, operationsOf } from '../registry.ts'
import * as account from './account.ts'
import * as assistants from './assistants.ts'
import * as audit from './audit.ts'
import * as catalogue from './catalogue.ts'
import * as clinicSecurity from './clinic-security.ts'
import * as deliveries from './deliveries.ts'
import * as staffExports from './exports.ts'
import * as installRequests from './install-requests.ts'
import * as installations from './installations.ts'
import * as invitations from './invitations.ts'
import * as members from './members.ts'
import * as notices from './notices.ts'
import * as passwordResets from './password-resets.ts'
import * as pluginEndpoints from './plugin-endpoints.ts'
import * as pluginHealth from './plugin-health.ts'
import * as pluginRequests from './plugin-requests.ts'
import * as pluginStops from './plugin-stops.ts'
import * as pluginTokens from './plugin-tokens.ts'
import * as privacy from './privacy.ts'
import * as retention from './retention.ts'
import * as sandbox from './sandbox.ts'
import * as sandboxRoom from './sandbox-room.ts'
import * as securityEvents from './security-events.ts'
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
  pluginHealth,
  pluginStops,
  installRequests,
  pluginTokens,
  pluginEndpoints,
  deliveries,
  pluginRequests,
  audit,
  privacy,
  retention,
  staffExports,
  sandbox,
  sandboxRoom,
  assistants,
  clinicSecurity,
  notices,
  securityEvents,
}

export const staffOperations = operationsOf(staffFamilies)

export type StaffOperations = OperationsOf<typeof staffFamilies>
