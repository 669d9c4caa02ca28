import { INPUT } from 'virtual:staff-input/putBranchPeriods'
import { issuesOf } from '@clinic/contract/issues.ts'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { Anew } from '../../ui/as-opened.tsx'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { Section } from '../../ui/section.tsx'
import { AffectedVisits } from './affected.tsx'
import { branchTexts } from './branch-texts.ts'
import { type PeriodDraft, PeriodFields } from './period-fields.tsx'
import { AddRow } from './row-buttons.tsx'
import { SaveForm } from './save-form.tsx'
import { type ClinicBranch, useBranchWrite } from './use-branch-write.ts'
import { weekDraft, weekOf } from './week-draft.ts'

/** Weeks in which a branch has other hours. */
export function BranchPeriods({ branch }: { branch: ClinicBranch }) {
  const t = useTexts(branchTexts)
  const writing = useBranchWrite('putBranchPeriods', branch)
  return (
    <Section title={t.periods} lead={t.periodsLead}>
      <Anew of={JSON.stringify(branch.periods)}>
        <Fields {...{ branch, writing }} />
      </Anew>
      <AffectedVisits affected={writing.affected} />
    </Section>
  )
}

interface FieldsProps {
  branch: ClinicBranch
  writing: ReturnType<typeof useBranchWrite<'putBranchPeriods'>>
}

function Fields({ branch, writing: { saving, setAffected } }: FieldsProps) {
  const t = useTexts(branchTexts)
  const { id } = branch
  const [initial] = useState<{ periods: readonly PeriodDraft[] }>(() => ({
    periods: branch.periods.map(({ id, name, from, until, ...week }) => ({
      ...{ key: id, id, name, from, until, days: weekDraft(week) },
    })),
  }))
  const inputOf = ({ periods }: typeof initial) => ({
    id,
    periods: periods.map(({ id: periodId, name, from, until, days }) => ({
      ...(periodId !== undefined && { id: periodId }),
      ...{ name: name.trim(), from, until, ...weekOf(days) },
    })),
  })
  const form = useForm({
    initial,
    check: draft => issuesOf(INPUT, inputOf(draft)),
    send: async draft => setAffected((await saving.mutateAsync(inputOf(draft))).affected),
  })
  const errorAt = useErrorAt(form, INPUT)
  const { periods } = form.values
  const add = () => {
    const fresh = {
      key: `new ${periods.length}`,
      id: undefined,
      name: '',
      from: '',
      until: '',
      days: weekDraft(branch),
    }
    form.set({ periods: [...periods, fresh] })
  }
  return (
    <SaveForm form={form} label={t.periods}>
      {periods.map((period, index) => (
        <PeriodFields
          key={period.key}
          period={period}
          errorAt={path => errorAt(`/periods/${index}${path}`)}
          onChange={changed =>
            form.set({ periods: periods.map((one, place) => (place === index ? { ...one, ...changed } : one)) })
          }
          onRemove={() => form.set({ periods: periods.filter((_, place) => place !== index) })}
        />
      ))}
      <AddRow label={t.addPeriod} onClick={add} disabled={periods.length >= 20} />
    </SaveForm>
  )
}
