import { Stack } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { Problem, Unreachable } from '../../lib/problem.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { Loading } from '../../ui/states.tsx'
import { ui } from '../../ui/texts.ts'
import { ruleTexts } from './rule-texts.ts'
import { sampleTexts } from './sample-texts.ts'

const FAILED = new Problem(500, { code: 'internal_error', message: '', requestId: 'req_0123456789' })

export function StatePieces() {
  const t = useTexts(ruleTexts)
  const words = useTexts(ui)
  const sample = useTexts(sampleTexts)
  return (
    <Stack gap="lg">
      <Section title={t.noticeTitle} lead={t.noticeRule}>
        <Stack gap="sm">
          <Notice>{sample.info}</Notice>
          <Notice tone="warn">{sample.warn}</Notice>
          <Notice tone="done">{sample.finished}</Notice>
          <Notice tone="warn">{words.untold}</Notice>
        </Stack>
      </Section>
      <Section title={t.secretTitle} lead={t.secretRule}>
        <ShownOnce label={sample.key} text="key_0123456789abcdef0123456789abcdef" />
      </Section>
      {/* Last: what stands below something that is on its way waits for it. */}
      <Section title={t.loadingTitle} lead={t.loadingRule}>
        <Stack gap="sm">
          <ProblemNotice error={FAILED} onRetry={() => undefined} />
          <ProblemNotice error={new Unreachable()} onRetry={() => undefined} />
          <Loading rows={1} height={60} />
        </Stack>
      </Section>
    </Stack>
  )
}
