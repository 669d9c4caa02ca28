import { Stack, Text } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import type { PublisherReturned } from '../../lib/publisher-api.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { examTexts } from './exam-texts.ts'

type Exam = PublisherReturned<'listExams'>
type Probe = Exam['probes'][number]

const TONES = { PASS: undefined, FAIL: 'danger', WARN: 'warn', SKIPPED: undefined } as const

/** What each probe has found, those that need work first to be seen: they are open. */
export function ExamReport({ exam: { probes, receipt } }: { exam: Exam }) {
  const t = useTexts(examTexts)
  return (
    <Stack gap="sm">
      {probes.map(probe => (
        <ProbeShown key={probe.probe} probe={probe} />
      ))}
      {receipt !== null && (
        <div>
          <Text fw={600}>{t.receipt}</Text>
          <Text mb="sm">{t.receiptLead}</Text>
          <CopyButton text={JSON.stringify(receipt)} />
        </div>
      )}
    </Stack>
  )
}

function ProbeShown({ probe: { probe, required, outcome, ...found } }: { probe: Probe }) {
  const t = useTexts(examTexts)
  const { name, todo } = t.probes[probe]
  const isBad = outcome === 'FAIL' || outcome === 'WARN'
  return (
    <details open={outcome === 'FAIL'}>
      <summary>
        {name}{' '}
        <span className="tag" data-tone={TONES[outcome]}>
          {t.outcomes[outcome]}
        </span>{' '}
        <Text span size="sm" c="dimmed">
          {required ? t.required : t.advised}
        </Text>
      </summary>
      <Stack gap={4} my="sm" ps="md">
        <Told label={t.sent} text={found.sent} />
        <Told label={t.expected} text={found.expected} />
        <Told label={t.happened} text={found.happened} />
        {isBad && (
          <Text>
            <b>{t.todo}:</b> {todo}
          </Text>
        )}
      </Stack>
    </details>
  )
}

/** Told by the server, in English. */
const Told = ({ label, text }: { label: string; text: string }) => (
  <Text component="div" className="breaks">
    <b>{label}:</b>{' '}
    <span lang="en" dir="ltr">
      {text}
    </span>
  </Text>
)
