import { Stack } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { Room } from '../../ui/room.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { FindFile } from './find-file.tsx'
import { RestrictedFiles } from './restricted-files.tsx'
import { RetentionForm } from './retention-form.tsx'
import { retention } from './texts.ts'

/** How long the clinic keeps what, and which files are restricted. */
export function RetentionPage() {
  const t = useTexts(retention)
  const kept = useRead('getRetention', {})
  return (
    <Room title={t.title} lead={t.lead}>
      <Stack gap="lg">
        <FindFile />
        <Section title={t.kept} lead={t.keptLead}>
          <Loaded query={kept} rows={1} height={220}>
            {found => <RetentionForm kept={found} />}
          </Loaded>
        </Section>
        <RestrictedFiles />
      </Stack>
    </Room>
  )
}
