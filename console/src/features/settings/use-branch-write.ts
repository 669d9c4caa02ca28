import { useState } from 'react'
import type { ClinicOperationId, Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import type { Affected } from './affected.tsx'
import { branchTexts } from './branch-texts.ts'
import { settings } from './texts.ts'

export type ClinicBranch = Returned<'addBranch'>

/** What follows from the hours and rooms of a branch. */
export const BRANCHES_CHANGED: readonly ClinicOperationId[] = [
  ...(['listClinicBranches', 'getWorkplace', 'getDay', 'listFreeSlots'] as const),
]

/** Lists as they are read; of what has parts of its own how many there are. */
export function listShown(_: string, value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined
  const texts = value.filter(one => typeof one === 'string' && one !== '')
  return texts.length > 0 ? texts.join(', ') : String(value.length)
}

/** Saves a part of a branch, as it stands by now: each part of the page is saved by itself. */
export function useBranchWrite<Id extends 'updateBranch' | 'putBranchHolidays' | 'putBranchPeriods'>(
  id: Id,
  { version }: ClinicBranch,
) {
  const { saved } = useTexts(settings)
  const { fields } = useTexts(branchTexts)
  const [affected, setAffected] = useState<Affected>([])
  const saving = useWrite(id, {
    changes: BRANCHES_CHANGED,
    said: () => saved,
    of: { version, words: { fields, shown: listShown } },
  })
  return { saving, affected, setAffected }
}
