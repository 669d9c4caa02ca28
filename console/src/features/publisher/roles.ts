import { PUBLISHER_ROLES, type PublisherRole } from '@clinic/contract/publisher/roles.ts'
import { publisherShell } from '../../app/publisher-texts.ts'
import { useTexts } from '../../lib/language-choice.tsx'

export const roleNamed = (name: string): PublisherRole | undefined => PUBLISHER_ROLES.find(role => role === name)

export function useRoleChoices(): { value: PublisherRole; label: string }[] {
  const { roles } = useTexts(publisherShell)
  return PUBLISHER_ROLES.map(value => ({ value, label: roles[value] }))
}
