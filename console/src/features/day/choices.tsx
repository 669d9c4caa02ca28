import { NativeSelect } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useBranch } from '../../lib/use-branch.ts'
import { plainName } from '../../ui/isolated.tsx'
import { visits } from './visit-texts.ts'

interface Named {
  id: string
  name: string
  nameAr: string | null
}

function useNamed() {
  const { language } = useLanguage()
  return (one: Named) => ({ value: one.id, label: plainName(nameOf(language, one)) })
}

/** Of which branch; who sees but one is not asked. */
export function BranchChoice() {
  const t = useTexts(visits)
  const named = useNamed()
  const { branch, branches, choose } = useBranch()
  if (branches.length <= 1) return null
  return (
    <NativeSelect
      size="sm"
      aria-label={t.branch}
      data={branches.map(named)}
      value={branch?.id}
      onChange={event => choose(event.currentTarget.value)}
    />
  )
}

interface DoctorChoiceProps {
  workplace: Returned<'getWorkplace'>
  branchId: string
  /** Empty: of all. */
  value: string
  onChoose: (doctorId: string) => void
}

/** Of whom alone; all doctors of the branch unless told. */
export function DoctorChoice({ workplace, branchId, value, onChoose }: DoctorChoiceProps) {
  const t = useTexts(visits)
  const named = useNamed()
  const doctors = workplace.practitioners.filter(one => one.isDoctor && one.branchIds.includes(branchId))
  return (
    <NativeSelect
      size="sm"
      aria-label={t.doctor}
      data={[{ value: '', label: t.allDoctors }, ...doctors.map(named)]}
      value={value}
      onChange={event => onChoose(event.currentTarget.value)}
    />
  )
}
