import { useLanguage } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useRead } from '../../lib/use-read.ts'
import { plainName } from '../isolated.tsx'

type Named = Parameters<typeof nameOf>[1] & { id: string }

/** What lists are narrowed down by: the branches in sight and the doctors of the clinic, as options. */
export function useChoices() {
  const { language } = useLanguage()
  const { data: workplace } = useRead('getWorkplace', {})
  const { branches = [], practitioners = [], allBranches = false, branchIds = [] } = workplace ?? {}
  const optionOf = (one: Named) => ({ value: one.id, label: plainName(nameOf(language, one)) })
  return {
    branches: branches.filter(({ id }) => allBranches || branchIds.includes(id)).map(optionOf),
    doctors: practitioners.filter(({ isDoctor }) => isDoctor).map(optionOf),
  }
}
