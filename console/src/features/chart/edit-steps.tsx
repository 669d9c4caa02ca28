import { INPUT } from 'virtual:staff-input/putTreatmentSteps'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { newKey } from '../../lib/intent.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useWrite } from '../../lib/use-write.ts'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { AddRow, RemoveRow } from '../settings/row-buttons.tsx'
import { listShown } from '../settings/use-branch-write.ts'
import type { ChartItem } from './chart.ts'
import { itemTexts } from './item-texts.ts'
import { CHANGES } from './use-moves.ts'

interface StepDraft {
  key: string
  /** Of a step that there is already. */
  id?: string
  name: string
}

interface Draft {
  steps: readonly StepDraft[]
  reason: string
}

const draftOf = ({ steps }: ChartItem): Draft => ({
  steps: steps.filter(({ status }) => status !== 'REJECTED').map(({ id, name }) => ({ key: id, id, name })),
  reason: '',
})

/** Says in which steps a treatment is done; those that were begun stay. */
export function EditSteps({ item, close }: { item: ChartItem; close: () => void }) {
  const t = useTexts(itemTexts)
  const { id, version, status } = item
  const [initial] = useState(() => draftOf(item))
  const inputOf = ({ steps, reason }: Draft) => ({
    id,
    steps: steps.map(({ id: own, name }) => ({ name: name.trim(), ...(own !== undefined && { id: own }) })),
    ...(reason.trim() && { reason: reason.trim() }),
  })
  const saving = useWrite('putTreatmentSteps', {
    changes: CHANGES,
    said: () => t.saved,
    of: { version, words: { fields: { steps: t.steps }, shown: listShown }, theirs: close },
  })
  const form = useForm<Draft>({
    initial,
    check: draft => issuesOf(INPUT, inputOf(draft)),
    send: draft => saving.mutateAsync(inputOf(draft)),
    leave: close,
  })
  const errorAt = useErrorAt(form, INPUT)
  const { steps, reason } = form.values
  const isBegun = ({ id: own }: StepDraft) => item.steps.some(step => step.id === own && step.status !== 'PLANNED')
  return (
    <form {...form.props}>
      <Stack gap="sm">
        {steps.map((step, place) => (
          <StepRow
            key={step.key}
            label={t.step(place + 1)}
            name={step.name}
            error={errorAt(`/steps/${place}/name`)}
            set={name => form.set({ steps: steps.with(place, { ...step, name }) })}
            remove={isBegun(step) ? undefined : () => form.set({ steps: steps.filter(one => one !== step) })}
          />
        ))}
        <AddRow label={t.addStep} onClick={() => form.set({ steps: [...steps, { key: newKey(), name: '' }] })} />
        {status !== 'PLANNED' && (
          <TextInput
            label={t.correction}
            dir="auto"
            value={reason}
            error={errorAt('/reason')}
            onChange={event => form.set({ reason: event.currentTarget.value })}
          />
        )}
        <ProblemNotice error={form.error} />
        <Group>
          <Button type="submit" loading={form.pending} disabled={!form.edited}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface RowProps {
  label: string
  name: string
  error: string | undefined
  set: (name: string) => void
  /** What was begun cannot be left out. */
  remove: (() => void) | undefined
}

function StepRow({ label, name, error, set, remove }: RowProps) {
  const t = useTexts(itemTexts)
  return (
    <Group gap="xs" align="end" wrap="nowrap">
      <TextInput
        flex={1}
        label={label}
        required
        dir="auto"
        value={name}
        error={error}
        onChange={event => set(event.currentTarget.value)}
      />
      {remove && <RemoveRow label={`${t.removeStep}: ${label}`} onClick={remove} />}
    </Group>
  )
}
