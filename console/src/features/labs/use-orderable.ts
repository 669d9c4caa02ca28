import { useRead } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import { isOpen } from '../chart/chart.ts'

interface Orderable {
  id: string
  name: string
  tooth: readonly number[]
}

/** What work may be ordered for: what is still to be done, from the chart or, where that is not shown, from the plan. */
export function useOrderable(patientId: string) {
  const seesChart = useMay('chart:read')
  const chart = useRead('getPatientChart', { id: patientId }, seesChart)
  const plan = useRead('getPatientPlan', { id: patientId }, !seesChart)
  const { error, refetch } = seesChart ? chart : plan
  const charted = chart.data?.items.filter(isOpen)
  const planned = plan.data?.phases.flatMap(({ items }) => items.map(item => ({ ...item, id: item.treatmentId })))
  const data: readonly Orderable[] | undefined = charted ?? planned
  return { data, error, refetch }
}
