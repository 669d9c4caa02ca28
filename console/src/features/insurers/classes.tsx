import { INPUT as ADDED } from 'virtual:staff-input/addInsuredClass'
import { INPUT as CHANGED } from 'virtual:staff-input/updateInsuredClass'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { changedFields } from '../../lib/changed-fields.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useReadAll } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { AsOpened } from '../../ui/as-opened.tsx'
import { Ltr, Name, plainName } from '../../ui/isolated.tsx'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { Loaded } from '../../ui/states.tsx'
import { AddForm, SaveForm } from '../settings/save-form.tsx'
import { settings } from '../settings/texts.ts'
import { type ClassDraft, classDraft, classOf, INSURERS_CHANGED, type InsuredClass, NEW_CLASS } from './drafts.ts'
import { BearsFields, type FieldsProps, NotUsedField, useCurrency } from './fields.tsx'
import classes from './insurers.module.css'
import { insurerTexts } from './texts.ts'

interface ClassesProps {
  policyId: string
  /** Whether the policy is chosen from: to another one none is added. */
  isUsed: boolean
}

/** The classes of a policy: each opens where it stands, and one is added below. */
export function Classes({ policyId, isUsed }: ClassesProps) {
  const t = useTexts(insurerTexts)
  return (
    <section aria-label={t.classes}>
      <Title order={3} size="h5">
        {t.classes}
      </Title>
      <Text c="dimmed" mb="md">
        {t.classesLead}
      </Text>
      <Stack gap="md">
        <Loaded query={useReadAll('listInsuredClasses', { policyId })} rows={2} height={40}>
          {all => (
            <>
              {all.length === 0 && <Text c="dimmed">{t.noClasses}</Text>}
              {all.toReversed().map(one => (
                <details key={one.id} className={classes.part}>
                  <summary>
                    <Name>{one.name}</Name> {one.insurancePercentage !== null && <Ltr>{one.insurancePercentage} %</Ltr>}{' '}
                    {one.disabled && <span className="tag">{t.notUsed}</span>}
                  </summary>
                  <AsOpened of={one}>{shown => <EditClass one={shown} />}</AsOpened>
                </details>
              ))}
            </>
          )}
        </Loaded>
        {isUsed && (
          <details className={classes.part}>
            <summary>{t.newClass}</summary>
            <NewClass insurancePolicyId={policyId} />
          </details>
        )}
      </Stack>
    </section>
  )
}

function NewClass({ insurancePolicyId }: { insurancePolicyId: string }) {
  const t = useTexts(insurerTexts)
  const { saved } = useTexts(settings)
  const adding = useWrite('addInsuredClass', { changes: INSURERS_CHANGED, said: () => saved })
  const inputOf = (draft: ClassDraft) => ({ insurancePolicyId, ...classOf(draft) })
  const form = useForm({
    initial: NEW_CLASS,
    check: draft => issuesOf(ADDED, inputOf(draft)),
    send: draft => adding.mutateAsync(inputOf(draft)),
    leave: () => form.reset(),
  })
  const errorAt = useErrorAt(form, ADDED)
  return (
    <AddForm form={form} label={t.newClass}>
      <ClassFields values={form.values} set={form.set} errorAt={errorAt} />
    </AddForm>
  )
}

function EditClass({ one }: { one: InsuredClass }) {
  const t = useTexts(insurerTexts)
  const { saved } = useTexts(settings)
  const { id, version } = one
  const [initial] = useState(() => classDraft(one))
  const saving = useWrite('updateInsuredClass', {
    changes: INSURERS_CHANGED,
    said: () => saved,
    of: { version, words: { fields: t.fields, shown: () => undefined } },
  })
  const inputOf = (draft: ClassDraft) => ({ ...classOf(draft), disabled: draft.disabled })
  const form = useForm({
    initial,
    check: draft => issuesOf(CHANGED, { id, ...inputOf(draft) }),
    send: draft => saving.mutateAsync({ id, ...changedFields(inputOf(initial), inputOf(draft)) }),
  })
  const errorAt = useErrorAt(form, CHANGED)
  return (
    <SaveForm form={form} label={plainName(one.name)}>
      <ClassFields values={form.values} set={form.set} errorAt={errorAt} />
      <NotUsedField values={form.values} set={form.set} />
    </SaveForm>
  )
}

function ClassFields(props: FieldsProps<ClassDraft>) {
  const { values, set, errorAt } = props
  const t = useTexts(insurerTexts)
  const currency = useCurrency()
  return (
    <>
      <TextInput
        dir="auto"
        required
        label={t.name}
        value={values.name}
        error={errorAt('/name')}
        onChange={event => set({ name: event.currentTarget.value })}
      />
      <BearsFields
        {...props}
        maxLimit={
          <TextInput
            dir="ltr"
            inputMode="decimal"
            label={t.maxLimitIn(currency)}
            value={values.maxLimit}
            error={errorAt('/maxLimit')}
            onChange={event => set({ maxLimit: event.currentTarget.value })}
          />
        }
      />
    </>
  )
}
