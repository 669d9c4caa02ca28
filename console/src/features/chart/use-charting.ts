import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useBranch } from '../../lib/use-branch.ts'
import { useWrite } from '../../lib/use-write.ts'
import { plainName } from '../../ui/isolated.tsx'
import { type Entry, surfacesOf } from './parse-entry.ts'
import type { Choice, Finding } from './suggestions.ts'
import { chart as chartTexts, findingNames } from './texts.ts'
import { CHANGES, type Moves } from './use-moves.ts'

type Workplace = Returned<'getWorkplace'>

/** What can be charted here: the price list in its order, and what may be found. */
export function useChoices({ procedures }: Workplace): readonly Choice[] {
  const { language } = useLanguage()
  const findings = Object.entries(useTexts(findingNames))
  const inBoth = (finding: Finding) => [findingNames.en[finding], findingNames.ar[finding]]
  return [
    ...procedures.map(one => ({
      ...{ key: one.id, procedureId: one.id, name: plainName(nameOf(language, one)) },
      also: [one.name, one.nameAr, one.code].flatMap(text => text ?? []),
    })),
    ...findings.flatMap(([finding, name]) =>
      isFinding(finding) ? { key: finding, finding, name, also: inBoth(finding) } : [],
    ),
  ]
}

const isFinding = (word: string): word is Finding => Object.hasOwn(findingNames.en, word)

interface Charting {
  patientId: string
  workplace: Workplace
  moves: Moves
}

/** Charts what an entry says, of what was chosen; what was done today is planned and completed. */
export function useCharting({ patientId, workplace: { practitionerId, practitioners }, moves }: Charting) {
  const t = useTexts(chartTexts)
  const { branch } = useBranch()
  const [error, setError] = useState<unknown>(null)
  const charting = useWrite('chartTreatment', {
    changes: CHANGES,
    said: ({ items }) => t.added(plainName(items[0]?.name ?? '')),
  })
  const doctor = practitioners.find(({ id, isDoctor }) => id === practitionerId && isDoctor)
  async function chart(entry: Entry, { procedureId, finding }: Choice): Promise<void> {
    if (!branch) return
    const { kind, quantity, phase } = entry
    for (const { tooth, toothPart } of surfacesOf(entry)) {
      const { items } = await charting.mutateAsync({
        ...{ patientId, branchId: branch.id, tooth, toothPart, quantity, phase, procedureId, finding },
        doctorId: doctor?.id,
        status: kind === 'DONE' ? 'PLANNED' : kind,
      })
      if (kind === 'DONE') for (const { id } of items) await moves.finish(id)
    }
  }
  return {
    error,
    hasBranch: branch !== undefined,
    /** Whether it was charted; what was not is told. */
    chart: async (entry: Entry, choice: Choice): Promise<boolean> => {
      setError(null)
      try {
        await chart(entry, choice)
        return true
      } catch (problem) {
        setError(problem)
        return false
      }
    },
  }
}
