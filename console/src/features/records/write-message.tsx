import { INPUT } from 'virtual:staff-input/writeToPatient'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { Input, Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useReadAll } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { plainName } from '../../ui/isolated.tsx'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { storyTexts } from './story-texts.ts'

type Template = Returned<'listTemplatesToSend'>

interface Draft {
  templateId: string
  text: string
  variables: string[]
}
const EMPTY: Draft = { templateId: '', text: '', variables: [] }

const inputOf = (id: string, { templateId, text, variables }: Draft): Input<'writeToPatient'> =>
  templateId === '' ? { id, channel: 'sms', text: text.trim() } : { id, channel: 'whatsapp', templateId, variables }

/** A text by SMS, or an approved template by WhatsApp with its values. */
export function WriteMessage({ id }: { id: string }) {
  const t = useTexts(storyTexts)
  const { data: templates = [] } = useReadAll('listTemplatesToSend', { id })
  const sending = useWrite('writeToPatient', {
    changes: ['listMessagesOfPatient', 'getPatientTimeline'],
    said: () => t.sent,
  })
  const form = useForm({
    initial: EMPTY,
    check: draft => issuesOf(INPUT, inputOf(id, draft)),
    send: draft => sending.mutateAsync(inputOf(id, draft)),
    leave: () => form.reset(),
  })
  const [{ values, set }, errorAt] = [form, useErrorAt(form, INPUT)]
  const template = templates.find(one => one.id === values.templateId)
  const choose = (templateId: string) => {
    const count = templates.find(one => one.id === templateId)?.variableCount ?? 0
    set({ templateId, variables: Array.from({ length: count }, () => '') })
  }
  return (
    <form {...form.props} aria-label={t.write}>
      <Stack>
        {templates.length > 0 && (
          <NativeSelect
            label={t.how}
            data={[
              { value: '', label: t.bySms },
              ...templates.map(one => ({ value: one.id, label: t.byTemplate(plainName(one.name)) })),
            ]}
            value={values.templateId}
            onChange={event => choose(event.currentTarget.value)}
          />
        )}
        {template ? (
          <Values {...{ template, values, set }} />
        ) : (
          <Textarea
            label={t.text}
            dir="auto"
            autosize
            minRows={2}
            maxLength={1000}
            value={values.text}
            error={errorAt('/text')}
            onChange={event => set({ text: event.currentTarget.value })}
          />
        )}
        <ProblemNotice
          error={form.error}
          own={{ patient_has_no_phone: t.noPhone, template_not_approved: t.notApproved }}
        />
        <Group>
          <Button type="submit" loading={form.pending}>
            {t.send}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface ValuesProps {
  template: Template
  values: Draft
  set: (changes: Partial<Draft>) => void
}

/** The words of a template, and what stands in its gaps. */
function Values({ template, values: { variables }, set }: ValuesProps) {
  const t = useTexts(storyTexts)
  return (
    <>
      <Text dir="auto" c="dimmed">
        {plainName(template.body)}
      </Text>
      {variables.map((value, index) => (
        <TextInput
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap is known by its number alone
          key={index}
          dir="auto"
          maxLength={500}
          label={t.gap(index + 1)}
          value={value}
          onChange={event => set({ variables: variables.with(index, event.currentTarget.value) })}
        />
      ))}
    </>
  )
}
