import { INPUT as PERSON } from 'virtual:staff-input/createPatientFile'
import type { Issue } from '@clinic/contract/errors.ts'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { Returned } from '../../lib/api.ts'
import { useFormats, useTexts } from '../../lib/language-choice.tsx'
import { isProblem } from '../../lib/problem.ts'
import { useBranch } from '../../lib/use-branch.ts'
import { useForm } from '../../lib/use-form.ts'
import { useWrite } from '../../lib/use-write.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { ProcedureChoice, WithWhom } from '../booking/choices.tsx'
import { doctorsAt } from '../booking/doctors-at.ts'
import { PatientField } from '../booking/patient-field.tsx'
import { useBooking } from '../booking/use-booking.ts'
import { fileOf, type OfPatient, usePatientOf } from '../booking/use-patient-of.ts'
import { Duplicates, duplicatesIn } from '../patients/duplicates.tsx'
import { walkInTexts } from './texts.ts'

interface WalkIn extends OfPatient {
  procedureIds: string[]
  /** Any who is free first, where it names none. */
  doctorId: string
  urgent: boolean
}

const MISSING: Issue = { path: '/patientId', code: 'required', message: 'is required' }
const CHANGED = ['getDay', 'searchPatients', 'searchClinic'] as const

function useWalkIn(initial: WalkIn, onTaken: () => void) {
  const t = useTexts(walkInTexts)
  const { slot } = useFormats()
  const patientOf = usePatientOf()
  const taking = useWrite('takeWalkIn', {
    changes: CHANGED,
    said: ({ start, urgent }) => (urgent ? t.takenUrgent : t.taken)(slot(start)),
  })
  const form: ReturnType<typeof useForm<WalkIn, Returned<'takeWalkIn'>>> = useForm<WalkIn, Returned<'takeWalkIn'>>({
    initial,
    check: draft => [
      ...(draft.patient || draft.person ? [] : [MISSING]),
      ...(draft.person ? issuesOf(PERSON, fileOf(draft)) : []),
    ],
    async send(draft) {
      const { branchId, doctorId, procedureIds, urgent } = draft
      return taking.mutateAsync({
        ...{ branchId, patientId: await patientOf(draft, form.set) },
        ...(doctorId !== '' && { doctorId }),
        ...(procedureIds.length > 0 && { procedureIds }),
        ...(urgent && { urgent }),
      })
    },
    leave: onTaken,
  })
  return form
}

/** Who stands at the desk is checked in with the patient alone said; the rest is as is usual. */
export function WalkInForm({ workplace }: { workplace: Returned<'getWorkplace'> }) {
  const t = useTexts(walkInTexts)
  const { close } = useBooking()
  const form = useWalkIn(useInitialWalkIn(workplace), close)
  const { values, set, issueAt, pending, error } = form
  const { patient, person, branchId, doctorId } = values
  const matches = duplicatesIn(error)
  const submit = () => form.props.ref.current?.querySelector<HTMLElement>('button[type=submit]')?.focus()
  const takeUrgent = () => {
    flushSync(() => set({ urgent: true }))
    form.props.ref.current?.requestSubmit()
  }
  return (
    <form {...form.props}>
      <Stack>
        <PatientField {...{ patient, person, issueAt }} onChange={set} afterChoice={submit} />
        <WithWhom
          {...{ workplace, branchId, doctorId, any: t.anyDoctor }}
          onDoctor={id => set({ doctorId: id })}
          onBranch={(branch, doctor) => set({ branchId: branch, doctorId: doctor })}
        />
        <ProcedureChoice
          workplace={workplace}
          chosen={values.procedureIds}
          onChange={procedureIds => set({ procedureIds })}
        />
        <Checkbox
          label={t.urgent}
          checked={values.urgent}
          onChange={event => set({ urgent: event.currentTarget.checked })}
        />
        {matches && person ? (
          <Duplicates
            matches={matches}
            isAnother={person.confirmedNew}
            onAnother={confirmedNew => set({ person: { ...person, confirmedNew } })}
            onTake={one => set({ patient: one, person: undefined })}
          />
        ) : (
          <NoGap error={error} urgent={values.urgent} onUrgent={takeUrgent} />
        )}
        <Group>
          <Button type="submit" loading={pending}>
            {t.take}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Where no doctor has a gap, how the patient can be taken all the same. */
function NoGap({ error, urgent, onUrgent }: { error: unknown; urgent: boolean; onUrgent: () => void }) {
  const t = useTexts(walkInTexts)
  if (!isProblem(error, 'slot_unavailable')) return <ProblemNotice error={error} />
  return (
    <div role="alert">
      <Notice tone="warn">
        <Stack gap="sm">
          {urgent ? t.noGapUrgent : t.noGap}
          {!urgent && (
            <Group>
              <Button variant="default" size="compact-md" onClick={onUrgent}>
                {t.takeUrgent}
              </Button>
            </Group>
          )}
        </Stack>
      </Notice>
    </div>
  )
}

/** At the branch that is shown; who books for themselves alone is the doctor. */
function useInitialWalkIn(workplace: Returned<'getWorkplace'>): WalkIn {
  const { branch } = useBranch()
  const [initial] = useState(() => {
    const branchId = branch?.id ?? ''
    const own = workplace.permissions.includes('appointments:write') ? undefined : doctorsAt(workplace, branchId)[0]
    return {
      ...{ patient: undefined, person: undefined, branchId, doctorId: own?.id ?? '' },
      ...{ procedureIds: [], urgent: false },
    }
  })
  return initial
}
