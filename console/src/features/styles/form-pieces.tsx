import { Button, Group, NativeSelect, NumberInput, Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useIssueSentence } from '../../ui/issue-sentence.ts'
import { type Picked, Picker } from '../../ui/picker.tsx'
import { SecretInput } from '../../ui/secret-input.tsx'
import { Section } from '../../ui/section.tsx'
import { ui } from '../../ui/texts.ts'
import { say } from '../../ui/toast.ts'
import { ruleTexts } from './rule-texts.ts'
import { sampleTexts } from './sample-texts.ts'

interface Values {
  name: string
  days: number
  password: string
  notify: boolean
}

const SHORTEST = 3
const check = ({ name }: Values) =>
  name.length < SHORTEST ? [{ path: '/name', code: 'too_short', message: 'is too short' }] : []

export function FormPieces() {
  const t = useTexts(ruleTexts)
  return (
    <Section title={t.formTitle} lead={t.formRule}>
      <Sample />
    </Section>
  )
}

function Sample() {
  const t = useTexts(sampleTexts)
  const words = useTexts(ui)
  const sentence = useIssueSentence()
  const initial: Values = { name: '', days: 3, password: '', notify: true }
  const { values, set, issueAt, pending, props, reset } = useForm({
    initial,
    check,
    send: async () => say(t.saved),
  })
  const issue = issueAt('/name')
  return (
    <form {...props}>
      <Stack maw={460}>
        <TextInput
          label={t.name}
          description={t.nameHint}
          value={values.name}
          error={issue && sentence(issue, { properties: { name: { minLength: SHORTEST } } })}
          onChange={event => set({ name: event.currentTarget.value })}
        />
        <NumberInput label={t.days} min={1} value={values.days} onChange={days => set({ days: Number(days) })} />
        <SecretInput
          label={t.password}
          autoComplete="new-password"
          value={values.password}
          onChange={event => set({ password: event.currentTarget.value })}
        />
        <NativeSelect label={t.lab} data={Object.values(t.labs)} />
        <PickerSample />
        <Switch
          label={t.notify}
          checked={values.notify}
          onChange={event => set({ notify: event.currentTarget.checked })}
        />
        <Group>
          <Button type="submit" loading={pending}>
            {t.save}
          </Button>
          <Button variant="default" type="button" onClick={reset}>
            {words.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function PickerSample() {
  const t = useTexts(sampleTexts)
  const [chosen, choose] = useState<Picked>()
  const [typed, type] = useState('')
  const labs = Object.entries(t.labs).map(([id, name]) => ({ id, name }))
  const found = typed === '' ? undefined : labs.filter(({ name }) => name.includes(typed))
  return <Picker label={t.pick} {...{ chosen, typed, found }} onChoose={choose} onType={type} />
}
