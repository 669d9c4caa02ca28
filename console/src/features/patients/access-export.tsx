import { Button, Checkbox, Group, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { ExportProgress } from './export-progress.tsx'
import type { PatientProps } from './patient-props.ts'
import { patients } from './texts.ts'

/** Has all that is kept of the patient written out, shows how far it is, and hands it out. */
export function AccessExport({ patient: { id } }: PatientProps) {
  const t = useTexts(patients)
  const { language } = useLanguage()
  const [pageIn, setPageIn] = useState<string>(language)
  const [withFiles, setWithFiles] = useState(true)
  const starting = useWrite('startAccessExport', { changes: [] })
  return (
    <Section title={t.export} lead={t.exportLead}>
      <Stack>
        <NativeSelect
          label={t.pageIn}
          maw={260}
          data={[
            { value: 'en', label: t.english },
            { value: 'ar', label: t.arabic },
          ]}
          value={pageIn}
          onChange={event => setPageIn(event.currentTarget.value)}
        />
        <Checkbox
          label={t.withFiles}
          checked={withFiles}
          onChange={event => setWithFiles(event.currentTarget.checked)}
        />
        <ProblemNotice error={starting.error} />
        {starting.data && <ExportProgress id={starting.data.id} />}
        <Group>
          <Button
            loading={starting.isPending}
            onClick={() => starting.mutate({ id, language: pageIn === 'ar' ? 'ar' : 'en', withFiles })}
          >
            {t.export}
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}
