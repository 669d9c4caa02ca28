import { Stack } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useMay } from '../../lib/use-session.ts'
import { Room } from '../../ui/room.tsx'
import { InvitationsSection } from './invitations-section.tsx'
import { LoginRule } from './login-rule.tsx'
import { MembersSection } from './members-section.tsx'
import { members } from './texts.ts'

/** Who works in the clinic, and who is asked to. */
export function MembersPage() {
  const t = useTexts(members)
  const rules = useMay('security:manage')
  return (
    <Room title={t.title} lead={t.lead}>
      <Stack gap="lg">
        <MembersSection />
        <InvitationsSection />
        {rules && <LoginRule />}
      </Stack>
    </Room>
  )
}
