import { STAFF_ROLES, type StaffRole } from '@clinic/contract/staff/permissions.ts'
import { shell } from '../../app/texts.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useMay } from '../../lib/use-session.ts'

/** The roles that the reader may give, as a field of choices takes them. */
export function useRoleChoices(): { value: StaffRole; label: string }[] {
  const { roles } = useTexts(shell)
  const owners = useMay('owners:manage')
  return STAFF_ROLES.filter(role => owners || role !== 'owner').map(role => ({ value: role, label: roles[role] }))
}

export const roleNamed = (value: string): StaffRole | undefined => STAFF_ROLES.find(role => role === value)
