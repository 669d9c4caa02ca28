import { useState } from 'react'
import { clinicDays } from '../../lib/clinic-time.ts'
import { useBranch } from '../../lib/use-branch.ts'
import { useTimeZone } from '../../lib/use-time-zone.ts'
import { useTreasuries } from './entry-fields.tsx'

/** What was typed, without what was left empty. */
export const given = <Draft extends Record<string, string>>(draft: Draft): Partial<Draft> => {
  const said: Partial<Draft> = { ...draft }
  for (const name of Object.keys(draft)) if (draft[name]?.trim() === '') delete said[name]
  return said
}

/** An entry of the day and branch that are looked at, out of the branch's default drawer. */
export function useUsualDraft() {
  const { branch } = useBranch()
  const treasuries = useTreasuries()
  const today = clinicDays(useTimeZone()).today()
  const drawer = treasuries.find(one => one.type === 'CASH' && one.isDefault && one.branchId === branch?.id)
  const [usual] = useState({
    ...{ name: '', category: '', date: today, branchId: branch?.id ?? '', treasuryId: drawer?.id ?? '' },
  })
  return usual
}
