import { INPUT } from 'virtual:staff-input/updateBranch'
import { issuesOf } from '@clinic/contract/issues.ts'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { Anew } from '../../ui/as-opened.tsx'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { Section } from '../../ui/section.tsx'
import { AffectedVisits } from './affected.tsx'
import { branchTexts } from './branch-texts.ts'
import { SaveForm } from './save-form.tsx'
import { type ClinicBranch, useBranchWrite } from './use-branch-write.ts'
import { type DayDraft, weekDraft, weekOf } from './week-draft.ts'
import { WeekFields } from './week-fields.tsx'

/** When a branch is open in the weeks that lie in no period. */
export function BranchHours({ branch }: { branch: ClinicBranch }) {
  const t = useTexts(branchTexts)
  const writing = useBranchWrite('updateBranch', branch)
  const { id, opens, closes, breaks, closedDays } = branch
  const shown = { opens: opens.map((time, day) => (closedDays.includes(day) ? '' : time)), closes, breaks }
  return (
    <Section title={t.hours} lead={t.hoursLead}>
      <Anew of={JSON.stringify(shown)}>
        <Fields {...{ id, shown, writing }} />
      </Anew>
      <AffectedVisits affected={writing.affected} />
    </Section>
  )
}

interface FieldsProps {
  id: string
  shown: Parameters<typeof weekDraft>[0]
  writing: ReturnType<typeof useBranchWrite<'updateBranch'>>
}

function Fields({ id, shown, writing: { saving, setAffected } }: FieldsProps) {
  const t = useTexts(branchTexts)
  const [initial] = useState<{ days: readonly DayDraft[] }>(() => ({ days: weekDraft(shown) }))
  // Days are closed by having no times: there is one way to say it.
  const inputOf = ({ days }: typeof initial) => ({ id, ...weekOf(days), closedDays: [] })
  const form = useForm({
    initial,
    check: draft => issuesOf(INPUT, inputOf(draft)),
    send: async draft => setAffected((await saving.mutateAsync(inputOf(draft))).affected),
  })
  const errorAt = useErrorAt(form, INPUT)
  return (
    <SaveForm form={form} label={t.hours}>
      <WeekFields days={form.values.days} onChange={days => form.set({ days })} errorAt={errorAt} />
    </SaveForm>
  )
}
