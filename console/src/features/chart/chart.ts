import type { Returned } from '../../lib/api.ts'

export type Chart = Returned<'getPatientChart'>
export type ChartItem = Chart['items'][number]

export const isOpen = ({ status }: ChartItem): boolean => status === 'PLANNED' || status === 'IN_PROGRESS'

/** What holds of a tooth: not what was taken off, nor what was found and is resolved. */
const holds = ({ status, finding, end }: ChartItem): boolean =>
  status !== 'REJECTED' && (finding === null || end === null)

/** All of a chart that names a tooth, and holds. */
export const onTooth = ({ items, findings }: Chart, tooth: number): ChartItem[] =>
  [...findings, ...items].filter(item => item.tooth.includes(tooth) && holds(item))

/** What was charted, newest first, by what it is of. */
export const lastCharted = ({ items, findings }: Chart): string[] => {
  const newest = [...items, ...findings].toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
  return [...new Set(newest.flatMap(({ procedureId, finding }) => procedureId ?? finding ?? []))]
}
