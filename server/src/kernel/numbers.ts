import { batchingQueue } from '../db/pipelining/batching-queue.ts'
import type { SharedConnections } from '../db/pipelining/shared-connections.ts'
import { sql } from '../db/statement.ts'

/** Takes the next number of a clinic's series. A number taken by a transaction that fails is skipped. */
export type TakeNumber = (companyId: string, series: string) => Promise<number>

const takeNumbers = sql('select company_id, name, last from take_numbers($1, $2, $3)')

interface Wanted {
  companyId: string
  series: string
}

export function numberSeries(connections: SharedConnections): TakeNumber {
  const take = batchingQueue<Wanted, number>(async wanted => {
    const counts = new Map<string, { companyId: string; series: string; count: number }>()
    const keyOf = ({ companyId, series }: Wanted) => `${companyId} ${series}`
    for (const one of wanted) {
      const entry = counts.get(keyOf(one)) ?? { ...one, count: 0 }
      counts.set(keyOf(one), { ...entry, count: entry.count + 1 })
    }
    const groups = [...counts.values()]
    const rows = await connections.run(
      takeNumbers([groups.map(g => g.companyId), groups.map(g => g.series), groups.map(g => g.count)]),
    )
    const next = new Map(
      rows.map(row => {
        const key = `${row.company_id} ${row.name}`
        return [key, Number(row.last) - (counts.get(key)?.count ?? 0)]
      }),
    )
    return wanted.map(one => {
      const number = (next.get(keyOf(one)) ?? 0) + 1
      next.set(keyOf(one), number)
      return number
    })
  })
  return (companyId, series) => take({ companyId, series })
}
