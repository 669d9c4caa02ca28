import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useRead } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import { FilterBar } from '../../ui/grid/filter-bar.tsx'
import { plainName } from '../../ui/isolated.tsx'
import { PATIENT_FLAGS, type PatientFlag } from './flags.ts'
import { patientList } from './list-texts.ts'

/** Narrows the list down by where, by whom, and whether the file was put away. */
export function PatientFilters() {
  const t = useTexts(patientList)
  const { language } = useLanguage()
  const { data: workplace } = useRead('getWorkplace', {})
  const named = (all: string, of: readonly { id: string; name: string; nameAr: string | null }[]) => [
    { value: '', label: all },
    ...of.map(one => ({ value: one.id, label: plainName(nameOf(language, one)) })),
  ]
  const { branches = [], practitioners = [], allBranches = false, branchIds = [] } = workplace ?? {}
  const inSight = branches.filter(({ id }) => allBranches || branchIds.includes(id))
  const doctors = practitioners.filter(({ isDoctor }) => isDoctor)
  const mayAsk: Readonly<Record<PatientFlag, boolean>> = {
    balance: useMay('balances:read'),
    alert: useMay('records:read'),
    suspect: useMay('patients:manage'),
  }
  const flags = PATIENT_FLAGS.filter(flag => mayAsk[flag]).map(value => ({ value, label: t.flags[value] }))
  const branch = { name: 'branch', label: t.filters.branch, options: named(t.allBranches, inSight) }
  return (
    <FilterBar
      filters={[
        ...(inSight.length > 1 ? [branch] : []),
        { name: 'doctor', label: t.filters.doctor, options: named(t.allDoctors, doctors) },
        { name: 'flag', label: t.filters.flag, options: [{ value: '', label: t.allPatients }, ...flags] },
        {
          name: 'archived',
          label: t.filters.archived,
          options: [
            { value: '', label: t.inUse },
            { value: 'yes', label: t.onlyArchived },
          ],
        },
      ]}
    />
  )
}
