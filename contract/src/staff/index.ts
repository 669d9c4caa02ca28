/** All that the console's API promises, in the order in which it is described. */

import { accountOperations } from './account.ts'
import { assistantOperations } from './assistants.ts'
import { clinicSecurityOperations } from './clinic-security.ts'
import { invitationOperations } from './invitations.ts'
import { memberOperations } from './members.ts'
import { passwordResetOperations } from './password-resets.ts'
import { sessionOperations } from './session.ts'
import type { StaffOperation } from './staff-operation.ts'

export const staffOperations: readonly StaffOperation[] = [
  ...sessionOperations,
  ...accountOperations,
  ...passwordResetOperations,
  ...memberOperations,
  ...invitationOperations,
  ...assistantOperations,
  ...clinicSecurityOperations,
]
