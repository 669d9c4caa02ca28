import { INPUT } from 'virtual:staff-input/exportAudit'
import { issuesOf } from '@clinic/contract/issues.ts'
import { AUDIT_COPIES, AUDIT_FORMATS } from '@clinic/contract/staff/audit-words.ts'
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import type { Input } from '../../lib/api.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { useForm } from '../../lib/use-form.ts'
import { useWrite } from '../../lib/use-write.ts'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { audit } from './texts.ts'

const isInput = (input: unknown): input is Input<'exportAudit'> => issuesOf(INPUT, input).length === 0

/** What was looked for in the list is what is exported, unless it is changed here. */
function useNewExport() {
  const t = useTexts(audit)
  const { language } = useLanguage()
  const { read, write } = useUrlState()
  const asking = useWrite('exportAudit', { changes: ['listExports'], said: () => t.asked })
  const first = { patientId: read('patient'), actorId: read('actor'), from: read('from'), to: read('to') }
  const inputOf = (draft: typeof first & { format: string; copyFor: string }) => ({
    ...Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== '')),
    language,
  })
  return useForm({
    initial: { ...first, format: 'csv', copyFor: 'clinic' },
    check: draft => issuesOf(INPUT, inputOf(draft)),
    send: async draft => {
      const input: unknown = inputOf(draft)
      if (isInput(input)) await asking.mutateAsync(input)
    },
    leave: () => write({ tab: 'exports', open: '' }),
  })
}

/** Says what of the audit is exported, in which form and for which reader. */
export function NewExport() {
  const t = useTexts(audit)
  const form = useNewExport()
  const { values, set } = form
  const errorAt = useErrorAt(form, INPUT)
  const text = (name: 'patientId' | 'actorId' | 'from' | 'to', label: string, description?: string) => (
    <TextInput
      label={label}
      description={description}
      dir="ltr"
      type={name === 'from' || name === 'to' ? 'date' : 'text'}
      value={values[name]}
      error={errorAt(`/${name}`)}
      onChange={event => set({ [name]: event.currentTarget.value })}
    />
  )
  const formats = AUDIT_FORMATS.map(value => ({ value, label: t.formats[value] }))
  const copies = AUDIT_COPIES.map(value => ({ value, label: t.copies[value] }))
  return (
    <form {...form.props}>
      <Stack>
        <Text c="dimmed">{t.exportLead}</Text>
        {text('patientId', t.patient, t.patientOnly)}
        {text('actorId', t.actor, t.actorOnly)}
        {text('from', t.from, t.utcDays)}
        {text('to', t.to, t.utcDays)}
        <NativeSelect
          label={t.format}
          data={formats}
          value={values.format}
          error={errorAt('/format')}
          onChange={event => set({ format: event.currentTarget.value })}
        />
        <NativeSelect
          label={t.copy}
          data={copies}
          value={values.copyFor}
          error={errorAt('/copyFor')}
          onChange={event => set({ copyFor: event.currentTarget.value })}
        />
        <ProblemNotice error={form.error} />
        <Group>
          <Button type="submit" loading={form.pending}>
            {t.make}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
