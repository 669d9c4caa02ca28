import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { useWrite } from '../../lib/use-write.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { disclosure } from './disclosure-texts.ts'
import { ExportProgress } from './export-progress.tsx'

const FORMS = ['page', 'csv'] as const

/** Makes what may be handed to the patient: in their language, to print or as a table. */
export function DisclosureCopy({ id }: { id: string }) {
  const t = useTexts(disclosure)
  const { language: own } = useLanguage()
  const { read } = useUrlState()
  const [language, setLanguage] = useState<string>(own)
  const [form, setForm] = useState<(typeof FORMS)[number]>('page')
  const [days, setDays] = useState({ from: read('from'), to: read('to') })
  const making = useWrite('exportAudit', { changes: ['listExports'] })
  const make = () =>
    making.mutate({
      ...{ patientId: id, copyFor: 'patient', format: form, language: language === 'ar' ? 'ar' : 'en' },
      ...(days.from !== '' && { from: days.from }),
      ...(days.to !== '' && { to: days.to }),
    })
  return (
    <Stack>
      <Text c="dimmed">{t.printLead}</Text>
      <NativeSelect
        label={t.form}
        data={FORMS.map(value => ({ value, label: t.forms[value] }))}
        value={form}
        onChange={event => setForm(FORMS.find(one => one === event.currentTarget.value) ?? form)}
      />
      <NativeSelect
        label={t.pageIn}
        data={[
          { value: 'en', label: t.english },
          { value: 'ar', label: t.arabic },
        ]}
        value={language}
        onChange={event => setLanguage(event.currentTarget.value)}
      />
      {(['from', 'to'] as const).map(name => (
        <TextInput
          key={name}
          type="date"
          label={t[name]}
          value={days[name]}
          onChange={event => setDays({ ...days, [name]: event.currentTarget.value })}
        />
      ))}
      <ProblemNotice error={making.error} />
      {making.data && <ExportProgress key={making.data.id} id={making.data.id} />}
      <Group>
        <Button loading={making.isPending} onClick={make}>
          {t.make}
        </Button>
      </Group>
    </Stack>
  )
}
