import { INPUT } from 'virtual:staff-input/putDayRules'
import { issuesOf } from '@clinic/contract/issues.ts'
import { GRID_MINUTES } from '@clinic/contract/staff/day-rules.ts'
import { Checkbox, NativeSelect, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Input, Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { typedTime } from '../../lib/typed-time.ts'
import { useForm } from '../../lib/use-form.ts'
import { useRead } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { AsOpened } from '../../ui/as-opened.tsx'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { rulesTexts } from './rules-texts.ts'
import { SaveForm } from './save-form.tsx'
import { SettingsRoom } from './settings-room.tsx'
import { settings } from './texts.ts'
import { listShown } from './use-branch-write.ts'

type Rules = Returned<'getDayRules'>

/** By which rules the practice runs its day. */
export function AppointmentsPage() {
  const t = useTexts(rulesTexts)
  const rules = useRead('getDayRules', {})
  return (
    <SettingsRoom>
      <Section title={t.title} lead={t.lead}>
        <Loaded query={rules} rows={1} height={420}>
          {known => <AsOpened of={known}>{rules => <RulesForm rules={rules} />}</AsOpened>}
        </Loaded>
      </Section>
    </SettingsRoom>
  )
}

const NUMBERS = ['holdSeconds', 'lateAfterMinutes', 'waitAmberMinutes', 'waitRedMinutes'] as const
const TIMES = ['quietFrom', 'quietUntil'] as const
type Draft = Record<(typeof NUMBERS)[number] | (typeof TIMES)[number] | 'gridMinutes' | 'cancelReasons', string> & {
  cancelReasonRequired: boolean
}

const draftOf = (rules: Rules): Draft => ({
  ...{ gridMinutes: String(rules.gridMinutes), holdSeconds: String(rules.holdSeconds) },
  ...{ lateAfterMinutes: String(rules.lateAfterMinutes), waitAmberMinutes: String(rules.waitAmberMinutes) },
  ...{ waitRedMinutes: String(rules.waitRedMinutes), cancelReasons: rules.cancelReasons.join('\n') },
  ...{ quietFrom: rules.quietFrom ?? '', quietUntil: rules.quietUntil ?? '' },
  cancelReasonRequired: rules.cancelReasonRequired,
})

/** What is typed that is no whole number is none, which the contract refuses. */
const numberOf = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed))
const timeOf = (typed: string) => (typed.trim() === '' ? null : (typedTime(typed) ?? typed))

const inputOf = (draft: Draft): Input<'putDayRules'> => ({
  ...{ gridMinutes: Number(draft.gridMinutes), holdSeconds: numberOf(draft.holdSeconds) },
  ...{ lateAfterMinutes: numberOf(draft.lateAfterMinutes), waitAmberMinutes: numberOf(draft.waitAmberMinutes) },
  ...{ waitRedMinutes: numberOf(draft.waitRedMinutes), cancelReasonRequired: draft.cancelReasonRequired },
  ...{ quietFrom: timeOf(draft.quietFrom), quietUntil: timeOf(draft.quietUntil) },
  cancelReasons: draft.cancelReasons
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== ''),
})

function RulesForm({ rules }: { rules: Rules }) {
  const t = useTexts(rulesTexts)
  const { saved } = useTexts(settings)
  const [initial] = useState(() => draftOf(rules))
  const saving = useWrite('putDayRules', {
    changes: ['getDayRules', 'getWorkplace', 'getDay'],
    said: () => saved,
    of: { version: rules.version, words: { fields: t.fields, shown: listShown } },
  })
  const form = useForm({
    initial,
    check: draft => issuesOf(INPUT, inputOf(draft)),
    send: draft => saving.mutateAsync(inputOf(draft)),
  })
  const errorAt = useErrorAt(form, INPUT)
  const { values, set } = form
  const text = (name: Exclude<keyof Draft, 'cancelReasonRequired'>) => ({
    label: t[name],
    value: values[name],
    error: errorAt(`/${name}`),
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  })
  return (
    <SaveForm form={form} label={t.title}>
      {rules.isDefault && (
        <Text size="sm" c="dimmed">
          {t.usual}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="md">
        <NativeSelect
          {...text('gridMinutes')}
          data={GRID_MINUTES.map(count => ({ value: String(count), label: t.minutes(count) }))}
        />
        {NUMBERS.map(name => (
          <TextInput
            key={name}
            inputMode="numeric"
            dir="ltr"
            required
            {...text(name)}
            description={name === 'holdSeconds' ? t.holdHint : undefined}
          />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={2}>
        {TIMES.map(name => (
          <TextInput key={name} dir="ltr" placeholder="21:00" description={t.quietHint} {...text(name)} />
        ))}
      </SimpleGrid>
      <Textarea autosize minRows={3} dir="auto" description={t.cancelHint} {...text('cancelReasons')} />
      <Checkbox
        label={t.cancelReasonRequired}
        checked={values.cancelReasonRequired}
        onChange={event => set({ cancelReasonRequired: event.currentTarget.checked })}
      />
    </SaveForm>
  )
}
