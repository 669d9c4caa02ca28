import { Button, Group, Stack } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import type { PublisherReturned } from '../../lib/publisher-api.ts'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { examTexts } from './exam-texts.ts'

interface ExamKeysProps {
  started: PublisherReturned<'startExam'>
  onDone: () => void
}

/** What the plugin under examination needs, for the one time that it is shown. */
export function ExamKeys({ started: { token, signingSecret }, onDone }: ExamKeysProps) {
  const t = useTexts(examTexts)
  return (
    <Section title={t.keysTitle}>
      <Stack gap="lg">
        <Notice tone="warn">{t.once}</Notice>
        <ShownOnce label={t.key} text={token} />
        {signingSecret !== null && <ShownOnce label={t.secret} text={signingSecret} />}
        <Group>
          <Button variant="default" onClick={onDone}>
            {t.done}
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}
