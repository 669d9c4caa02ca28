import { Stack } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { Room } from '../../ui/room.tsx'
import { PasswordSection } from './password-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { security } from './texts.ts'

/** How one logs in, and where one is logged in. */
export function SecurityPage() {
  const t = useTexts(security)
  return (
    <Room title={t.title} lead={t.lead}>
      <Stack gap="lg">
        <SecondFactorSection />
        <PasswordSection />
        <SessionsSection />
      </Stack>
    </Room>
  )
}
