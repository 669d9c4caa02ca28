import { Stack, Text } from '@mantine/core'
import { useFormats, useTexts } from '../../lib/language-choice.tsx'
import { Day, Ltr, Moment, Name, Phone } from '../../ui/isolated.tsx'
import { Section } from '../../ui/section.tsx'
import { ruleTexts } from './rule-texts.ts'
import { sampleTexts } from './sample-texts.ts'

const AT = '2026-11-24T07:02:00.000Z'

export function WordPieces() {
  const t = useTexts(ruleTexts)
  const sample = useTexts(sampleTexts)
  const { time } = useFormats()
  return (
    <Stack gap="lg">
      <Section title={t.isolates} lead={t.isolatesRule}>
        <Stack gap="xs">
          <Name>{sample.person}</Name>
          <Phone>+966 50 000 0000</Phone>
          <Ltr>req_0123456789</Ltr>
          <Ltr>09:00–17:00</Ltr>
        </Stack>
      </Section>
      <Section title={t.times} lead={t.timesRule}>
        <Stack gap="xs">
          <Moment at={AT} />
          <Day at={AT} />
        </Stack>
      </Section>
      <Section title={t.wording} lead={t.wordingRule}>
        <Text>{sample.sentence(sample.person, time(AT))}</Text>
      </Section>
    </Stack>
  )
}
