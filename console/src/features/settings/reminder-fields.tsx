import { COMMUNICATION_CHANNELS } from '@clinic/contract/communications.ts'
import { REMINDED_STATUSES } from '@clinic/contract/staff/reminders.ts'
import { Checkbox, Group, NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useBranch } from '../../lib/use-branch.ts'
import { plainName } from '../../ui/isolated.tsx'
import type { ReminderDraft } from './reminder-draft.ts'
import { reminderTexts } from './reminder-texts.ts'

interface FieldsProps {
  values: ReminderDraft
  set: (changes: Partial<ReminderDraft>) => void
  errorAt: (path: string) => string | undefined
}

type TextName = 'name' | 'minutesBefore' | 'daysBefore' | 'at' | 'text' | 'textAr' | 'templateName' | 'variables'

function useText({ values, set, errorAt }: FieldsProps) {
  const t = useTexts(reminderTexts)
  return (name: TextName) => ({
    label: t[name],
    value: values[name],
    error: errorAt(`/${name}`),
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  })
}

/** How it is sent, when, in which words, and of which visits. */
export function ReminderFields(props: FieldsProps) {
  const { values, set } = props
  const t = useTexts(reminderTexts)
  const text = useText(props)
  return (
    <>
      <TextInput dir="auto" required maxLength={80} data-autofocus {...text('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label={t.channel}
          data={COMMUNICATION_CHANNELS.map(value => ({ value, label: t.channels[value] }))}
          value={values.channel}
          onChange={event => set({ channel: event.currentTarget.value })}
        />
        <NativeSelect
          label={t.when}
          data={[
            { value: 'days', label: t.days },
            { value: 'minutes', label: t.minutes },
          ]}
          value={values.isDays ? 'days' : 'minutes'}
          onChange={event => set({ isDays: event.currentTarget.value === 'days' })}
        />
      </SimpleGrid>
      {values.isDays ? (
        <SimpleGrid cols={2}>
          <TextInput inputMode="numeric" dir="ltr" required {...text('daysBefore')} />
          <TextInput dir="ltr" placeholder="18:00" required {...text('at')} />
        </SimpleGrid>
      ) : (
        <TextInput inputMode="numeric" dir="ltr" required {...text('minutesBefore')} />
      )}
      {values.channel === 'whatsapp' ? (
        <>
          <TextInput dir="ltr" required {...text('templateName')} />
          <TextInput dir="ltr" description={t.variablesHint} {...text('variables')} />
        </>
      ) : (
        <>
          <Textarea dir="auto" autosize minRows={2} required description={t.textHint} {...text('text')} />
          <Textarea dir="auto" autosize minRows={2} {...text('textAr')} />
        </>
      )}
      <Which {...props} />
    </>
  )
}

function Which({ values, set, errorAt }: FieldsProps) {
  const t = useTexts(reminderTexts)
  const { language } = useLanguage()
  const { branches } = useBranch()
  return (
    <>
      <Checkbox.Group
        label={t.statuses}
        value={values.statuses}
        error={errorAt('/statuses')}
        onChange={statuses => set({ statuses })}
      >
        <Group gap="sm" mt={6}>
          {REMINDED_STATUSES.map(status => (
            <Checkbox key={status} value={status} label={t.statusNames[status]} />
          ))}
        </Group>
      </Checkbox.Group>
      {branches.length > 1 && (
        <Checkbox.Group
          label={t.branches}
          description={t.allBranches}
          value={values.branchIds}
          onChange={branchIds => set({ branchIds })}
        >
          <Group gap="sm" mt={6}>
            {branches.map(one => (
              <Checkbox key={one.id} value={one.id} label={plainName(nameOf(language, one))} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      <Checkbox
        label={t.active}
        checked={values.active}
        onChange={event => set({ active: event.currentTarget.checked })}
      />
    </>
  )
}
