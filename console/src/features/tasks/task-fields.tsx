import type { JsonSchema } from '@clinic/contract/json-schema.ts'
import { TASK_PRIORITIES } from '@clinic/contract/tasks.ts'
import { Button, Group, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import type { useForm } from '../../lib/use-form.ts'
import { plainName } from '../../ui/isolated.tsx'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { PatientPicker } from '../patients/patient-picker.tsx'
import type { TaskDraft } from './task-draft.ts'
import { tasks } from './texts.ts'

interface FieldsProps {
  form: Pick<
    ReturnType<typeof useForm<TaskDraft>>,
    'values' | 'set' | 'issueAt' | 'error' | 'props' | 'pending' | 'edited'
  >
  schema: JsonSchema
  workplace: Returned<'getWorkplace'>
  deed: string
  /** What else is said of it. */
  children?: ReactNode
}

/** What is to be done, by whom, about whom, and until when. */
export function TaskFields({ form, schema, workplace, deed, children }: FieldsProps) {
  const t = useTexts(tasks)
  const { values, set } = form
  const errorAt = useErrorAt(form, schema)
  return (
    <form {...form.props} aria-label={t.task}>
      <Stack>
        <TextInput
          label={t.name}
          required
          dir="auto"
          maxLength={200}
          value={values.title}
          onChange={event => set({ title: event.currentTarget.value })}
          error={errorAt('/title')}
          data-autofocus
        />
        <Textarea
          label={t.details}
          dir="auto"
          autosize
          minRows={1}
          maxLength={2000}
          value={values.details}
          onChange={event => set({ details: event.currentTarget.value })}
        />
        <PatientPicker
          label={t.patient}
          chosen={values.patient}
          onChoose={patient => set({ patient })}
          error={errorAt('/patientId')}
        />
        <Places {...{ form, workplace }} />
        <When {...{ form, errorAt }} />
        {children}
        <ProblemNotice error={form.error} />
        <Group>
          <Button type="submit" loading={form.pending} disabled={!form.edited}>
            {deed}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Who does it, and which branch sees it. */
function Places({ form: { values, set }, workplace }: Pick<FieldsProps, 'form' | 'workplace'>) {
  const t = useTexts(tasks)
  const { language } = useLanguage()
  const { practitioners, branches, allBranches, branchIds } = workplace
  const label = (one: { name: string; nameAr: string | null }) => plainName(nameOf(language, one))
  const inSight = branches.filter(({ id }) => allBranches || branchIds.includes(id))
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NativeSelect
        label={t.assigned}
        data={[{ value: '', label: t.anybody }, ...practitioners.map(one => ({ value: one.id, label: label(one) }))]}
        value={values.assignedToId}
        onChange={event => set({ assignedToId: event.currentTarget.value })}
      />
      <NativeSelect
        label={t.branch}
        data={[{ value: '', label: t.allBranches }, ...inSight.map(one => ({ value: one.id, label: label(one) }))]}
        value={values.branchId}
        onChange={event => set({ branchId: event.currentTarget.value })}
      />
    </SimpleGrid>
  )
}

/** Until when, and how much it matters. */
function When({
  form: { values, set },
  errorAt,
}: Pick<FieldsProps, 'form'> & { errorAt: ReturnType<typeof useErrorAt> }) {
  const t = useTexts(tasks)
  return (
    <SimpleGrid cols={{ base: 2, xs: 3 }}>
      <TextInput
        type="date"
        label={t.day}
        value={values.day}
        onChange={event => set({ day: event.currentTarget.value })}
        error={errorAt('/due')}
      />
      <TextInput
        label={t.time}
        placeholder="09:30"
        inputMode="decimal"
        dir="ltr"
        autoComplete="off"
        value={values.time}
        onChange={event => set({ time: event.currentTarget.value })}
      />
      <NativeSelect
        label={t.priority}
        data={TASK_PRIORITIES.map(value => ({ value, label: t.priorities[value] }))}
        value={values.priority}
        onChange={event => set({ priority: event.currentTarget.value })}
      />
    </SimpleGrid>
  )
}
