import { INPUT as ADDED } from 'virtual:staff-input/addInsurer'
import { INPUT as CHANGED } from 'virtual:staff-input/updateInsurer'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Checkbox, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { changedFields } from '../../lib/changed-fields.ts'
import { monthNames } from '../../lib/clinic-time.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useWrite } from '../../lib/use-write.ts'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { AddForm, SaveForm } from '../settings/save-form.tsx'
import { settings } from '../settings/texts.ts'
import { INSURERS_CHANGED, type Insurer, type InsurerDraft, insurerDraft, insurerOf, NEW_INSURER } from './drafts.ts'
import { BearsFields, type FieldsProps, NotUsedField } from './fields.tsx'
import { insurerTexts } from './texts.ts'

/** Adds an insurer. */
export function NewInsurer() {
  const { saved } = useTexts(settings)
  const { close } = useDrawer()
  const adding = useWrite('addInsurer', { changes: INSURERS_CHANGED, said: () => saved })
  const form = useForm({
    initial: NEW_INSURER,
    check: draft => issuesOf(ADDED, insurerOf(draft)),
    send: draft => adding.mutateAsync(insurerOf(draft)),
    leave: close,
  })
  const errorAt = useErrorAt(form, ADDED)
  return (
    <AddForm form={form}>
      <InsurerFields values={form.values} set={form.set} errorAt={errorAt} />
    </AddForm>
  )
}

/** Changes one, or takes it out of use. */
export function EditInsurer({ insurer }: { insurer: Insurer }) {
  const t = useTexts(insurerTexts)
  const { saved } = useTexts(settings)
  const { id, version } = insurer
  const [initial] = useState(() => insurerDraft(insurer))
  const saving = useWrite('updateInsurer', {
    changes: INSURERS_CHANGED,
    said: () => saved,
    of: { version, words: { fields: t.fields, shown: () => undefined } },
  })
  const inputOf = (draft: InsurerDraft) => ({ ...insurerOf(draft), disabled: draft.disabled })
  const form = useForm({
    initial,
    check: draft => issuesOf(CHANGED, { id, ...inputOf(draft) }),
    send: draft => saving.mutateAsync({ id, ...changedFields(inputOf(initial), inputOf(draft)) }),
  })
  const errorAt = useErrorAt(form, CHANGED)
  return (
    <SaveForm form={form} label={t.insurer}>
      <InsurerFields values={form.values} set={form.set} errorAt={errorAt} />
      <NotUsedField values={form.values} set={form.set} />
    </SaveForm>
  )
}

function InsurerFields(props: FieldsProps<InsurerDraft>) {
  const { values, set, errorAt } = props
  const t = useTexts(insurerTexts)
  const { language } = useLanguage()
  const text = (name: 'name' | 'number' | 'email' | 'taxNumber' | 'city') => ({
    label: t[name],
    value: values[name],
    error: errorAt(`/${name}`),
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  })
  return (
    <>
      <TextInput dir="auto" required data-autofocus {...text('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="md">
        <TextInput dir="ltr" inputMode="tel" {...text('number')} />
        <TextInput dir="ltr" inputMode="email" {...text('email')} />
        <TextInput dir="ltr" {...text('taxNumber')} />
        <TextInput dir="auto" {...text('city')} />
      </SimpleGrid>
      <Text c="dimmed">{t.bearsLead}</Text>
      <BearsFields {...props} />
      <NativeSelect
        label={t.insuranceStartMonth}
        data={monthNames(language).map((label, index) => ({ value: String(index + 1), label }))}
        value={values.insuranceStartMonth}
        onChange={event => set({ insuranceStartMonth: event.currentTarget.value })}
      />
      <Checkbox
        label={t.forcePolicySelect}
        checked={values.forcePolicySelect}
        onChange={event => set({ forcePolicySelect: event.currentTarget.checked })}
      />
    </>
  )
}
