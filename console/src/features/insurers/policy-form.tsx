import { INPUT as ADDED } from 'virtual:staff-input/addInsurerPolicy'
import { INPUT as CHANGED } from 'virtual:staff-input/updateInsurerPolicy'
import { issuesOf } from '@clinic/contract/issues.ts'
import { POLICY_STATUSES } from '@clinic/contract/staff/insurance.ts'
import { NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { changedFields } from '../../lib/changed-fields.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useDays } from '../../lib/use-time-zone.ts'
import { useWrite } from '../../lib/use-write.ts'
import { AsOpened } from '../../ui/as-opened.tsx'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { AddForm, SaveForm } from '../settings/save-form.tsx'
import { settings } from '../settings/texts.ts'
import { Classes } from './classes.tsx'
import { INSURERS_CHANGED, NEW_POLICY, type Policy, type PolicyDraft, policyDraft, policyOf } from './drafts.ts'
import { type FieldsProps, NotUsedField } from './fields.tsx'
import { insurerTexts } from './texts.ts'

/** Adds a policy of an insurer, and opens it: its classes are added there. */
export function NewPolicy({ insuranceCompanyId }: { insuranceCompanyId: string }) {
  const { saved } = useTexts(settings)
  const { open } = useDrawer()
  const days = useDays()
  const adding = useWrite('addInsurerPolicy', { changes: INSURERS_CHANGED, said: () => saved })
  const inputOf = (draft: PolicyDraft) => ({ insuranceCompanyId, ...policyOf(draft, days) })
  const form = useForm<PolicyDraft, Policy>({
    initial: NEW_POLICY,
    check: draft => issuesOf(ADDED, inputOf(draft)),
    send: draft => adding.mutateAsync(inputOf(draft)),
    leave: ({ id }) => open(id),
  })
  const errorAt = useErrorAt(form, ADDED)
  return (
    <AddForm form={form}>
      <PolicyFields values={form.values} set={form.set} errorAt={errorAt} />
    </AddForm>
  )
}

/** A policy and its classes. */
export function OpenPolicy({ policy }: { policy: Policy }) {
  return (
    <Stack gap="xl">
      <AsOpened of={policy}>{one => <EditPolicy policy={one} />}</AsOpened>
      <Classes policyId={policy.id} isUsed={!policy.disabled} />
    </Stack>
  )
}

function EditPolicy({ policy }: { policy: Policy }) {
  const t = useTexts(insurerTexts)
  const { saved } = useTexts(settings)
  const days = useDays()
  const { id, version } = policy
  const [initial] = useState(() => policyDraft(policy, days))
  const saving = useWrite('updateInsurerPolicy', {
    changes: INSURERS_CHANGED,
    said: () => saved,
    of: { version, words: { fields: t.fields, shown: useShown() } },
  })
  const inputOf = (draft: PolicyDraft) => ({ ...policyOf(draft, days), disabled: draft.disabled })
  const form = useForm({
    initial,
    check: draft => issuesOf(CHANGED, { id, ...inputOf(draft) }),
    send: draft => saving.mutateAsync({ id, ...changedFields(inputOf(initial), inputOf(draft)) }),
  })
  const errorAt = useErrorAt(form, CHANGED)
  return (
    <SaveForm form={form} label={t.policy}>
      <PolicyFields values={form.values} set={form.set} errorAt={errorAt} />
      <NotUsedField values={form.values} set={form.set} />
    </SaveForm>
  )
}

/** What another changed meanwhile, in words. */
function useShown() {
  const t = useTexts(insurerTexts)
  return (field: string, value: unknown): string | undefined =>
    field === 'status' ? new Map<unknown, string>(Object.entries(t.statuses)).get(value) : undefined
}

function PolicyFields({ values, set, errorAt }: FieldsProps<PolicyDraft>) {
  const t = useTexts(insurerTexts)
  const text = (name: 'policyNumber' | 'holderName' | 'sponsorNumber' | 'inception' | 'due' | 'status') => ({
    label: t[name],
    value: values[name],
    error: errorAt(`/${name}`),
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  })
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="md">
      <TextInput dir="ltr" data-autofocus {...text('policyNumber')} />
      <TextInput dir="auto" {...text('holderName')} />
      <TextInput dir="ltr" {...text('sponsorNumber')} />
      <NativeSelect data={POLICY_STATUSES.map(value => ({ value, label: t.statuses[value] }))} {...text('status')} />
      <TextInput type="date" {...text('inception')} />
      <TextInput type="date" {...text('due')} />
    </SimpleGrid>
  )
}
