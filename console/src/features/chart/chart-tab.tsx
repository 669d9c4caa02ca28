import { Stack } from '@mantine/core'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useRead } from '../../lib/use-read.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Loaded } from '../../ui/states.tsx'
import { type Dentition, dentitionAt } from './arches.ts'
import type { Chart } from './chart.ts'
import { EntryBar } from './entry-bar.tsx'
import { Plan } from './plan.tsx'
import { TeethSection } from './teeth-section.tsx'
import { useChartKeys } from './use-chart-keys.ts'
import { useMoves } from './use-moves.ts'

/** The chart of a patient’s teeth: what was found, planned and done, and where it is written. */
export function ChartTab({ id }: { id: string }) {
  const patient = useRead('getPatientSummary', { id })
  const chart = useRead('getPatientChart', { id })
  const workplace = useRead('getWorkplace', {})
  return (
    <Loaded query={patient} rows={2} height={240}>
      {({ age }) => (
        <Loaded query={chart} rows={2} height={240}>
          {found => (
            <Loaded query={workplace} rows={2} height={240}>
              {place => <Charted patientId={id} {...{ age, chart: found, workplace: place }} />}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

interface ChartedProps {
  patientId: string
  age: number | null
  chart: Chart
  workplace: Returned<'getWorkplace'>
}

function Charted({ patientId, age, chart, workplace }: ChartedProps) {
  const [dentition, show] = useState<Dentition>(() => dentitionAt(age))
  const [tooth, choose] = useState<number>()
  const [text, write] = useState('')
  const moves = useMoves()
  const { field, begin } = useChartKeys({ chart, dentition, tooth, choose, write, moves })
  return (
    <Stack gap="lg">
      <EntryBar {...{ patientId, chart, workplace, text, write, field, moves }} />
      <ProblemNotice error={moves.error} />
      <TeethSection {...{ chart, dentition, show, tooth, choose, text, write, begin }} />
      <Plan {...{ patientId, chart, moves, currency: workplace.currency }} />
    </Stack>
  )
}
