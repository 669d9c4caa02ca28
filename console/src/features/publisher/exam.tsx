import { PROBES } from '@clinic/contract/publisher/exams.ts'
import { Stack, Text } from '@mantine/core'
import { IconClipboardCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useIsAtLeast } from '../../lib/own-publisher.ts'
import { usePublisherReadAll } from '../../lib/publisher.ts'
import type { PublisherReturned } from '../../lib/publisher-api.ts'
import { useRoomParam } from '../../lib/url-state.ts'
import { Day } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { ExamForm } from './exam-form.tsx'
import { ExamKeys } from './exam-keys.tsx'
import { ExamReport } from './exam-report.tsx'
import { examTexts } from './exam-texts.ts'
import type { Version } from './version.ts'

type Exam = PublisherReturned<'listExams'>

const ASK_EVERY_MS = 2_000

const isUnderWay = ({ state }: Pick<Exam, 'state'>) => state === 'WAITING' || state === 'RUNNING'

/** The exams of a version: starting one, how far it is, and what it found. */
export function ExamShown({ version }: { version: Version }) {
  const id = useRoomParam('id')
  const t = useTexts(examTexts)
  const mayStart = useIsAtLeast('DEVELOPER')
  const exams = usePublisherReadAll('listExams', { id, version: version.version })
  const [started, setStarted] = useState<PublisherReturned<'startExam'>>()
  const goesOn = exams.data?.some(isUnderWay) ?? false
  const { refetch } = exams
  useEffect(() => {
    if (!goesOn) return
    const timer = setInterval(() => void refetch(), ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [goesOn, refetch])
  return (
    <Stack gap="lg">
      {started ? (
        <ExamKeys started={started} onDone={() => setStarted(undefined)} />
      ) : (
        mayStart && !goesOn && <ExamForm pluginId={id} version={version} onStarted={setStarted} />
      )}
      <Loaded query={exams} rows={1} height={160}>
        {found => {
          const [last, ...before] = found
          if (!last)
            return (
              <Empty icon={<IconClipboardCheck size={22} stroke={1.6} />} title={t.none}>
                {t.noneLead}
              </Empty>
            )
          return (
            <>
              <Last exam={last} />
              {before.length > 0 && <Earlier exams={before} />}
            </>
          )
        }}
      </Loaded>
    </Stack>
  )
}

function Last({ exam }: { exam: Exam }) {
  const t = useTexts(examTexts)
  return (
    <Section title={t.states[exam.state]}>
      <Stack gap="lg">
        <div aria-live="polite">
          {exam.state === 'WAITING' && <Notice>{t.waiting}</Notice>}
          {exam.state === 'RUNNING' && <Notice>{t.progress(exam.probes.length, PROBES.length)}</Notice>}
          {exam.state === 'ERROR' && <Notice tone="warn">{t.error}</Notice>}
        </div>
        <ExamReport exam={exam} />
      </Stack>
    </Section>
  )
}

function Earlier({ exams }: { exams: readonly Exam[] }) {
  const t = useTexts(examTexts)
  return (
    <Section title={t.earlier}>
      {exams.map(exam => (
        <Text key={exam.id}>
          <Day at={exam.startedAt} /> · {t.states[exam.state]}
        </Text>
      ))}
    </Section>
  )
}
