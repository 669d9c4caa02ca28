import { useTexts } from '../../lib/language-choice.tsx'
import { useMay } from '../../lib/use-session.ts'
import { FilterBar } from '../../ui/grid/filter-bar.tsx'
import { useChoices } from '../../ui/grid/use-choices.ts'
import { PATIENT_FLAGS, type PatientFlag } from './flags.ts'
import { patientList } from './list-texts.ts'

/** Narrows the list down by where, by whom, and whether the file was put away. */
export function PatientFilters() {
  const t = useTexts(patientList)
  const { branches, doctors } = useChoices()
  const mayAsk: Readonly<Record<PatientFlag, boolean>> = {
    balance: useMay('balances:read'),
    alert: useMay('records:read'),
    suspect: useMay('patients:manage'),
  }
  const flags = PATIENT_FLAGS.filter(flag => mayAsk[flag]).map(value => ({ value, label: t.flags[value] }))
  const branch = {
    name: 'branch',
    label: t.filters.branch,
    options: [{ value: '', label: t.allBranches }, ...branches],
  }
  return (
    <FilterBar
      filters={[
        ...(branches.length > 1 ? [branch] : []),
        { name: 'doctor', label: t.filters.doctor, options: [{ value: '', label: t.allDoctors }, ...doctors] },
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
