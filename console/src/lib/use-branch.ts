import { useEffect } from 'react'
import { useClinicApi } from './clinic.ts'
import { useUrlState } from './url-state.ts'
import { useRead } from './use-read.ts'

/** The branch that a browser showed last in a clinic; an id, and nothing about a person. */
const keyOf = (clinicId: string): string => `branch ${clinicId}`

/** The branch that the rooms show: that of the address, else the one that was shown last here, else the first in sight. */
export function useBranch() {
  const { clinicId } = useClinicApi()
  const { read, write } = useUrlState()
  const { data: workplace, error } = useRead('getWorkplace', {})
  const { branches = [], allBranches = false, branchIds = [] } = workplace ?? {}
  const inSight = branches.filter(({ id }) => allBranches || branchIds.includes(id))
  const of = (wanted: string | null) => inSight.find(({ id }) => id === wanted)
  const asked = of(read('branch'))
  const branch = asked ?? of(localStorage.getItem(keyOf(clinicId))) ?? inSight[0]
  useEffect(() => {
    if (asked) localStorage.setItem(keyOf(clinicId), asked.id)
  }, [clinicId, asked])
  return { branch, branches: inSight, error, choose: (id: string) => write({ branch: id }) }
}
