import type { SharedConnections } from '../db/driver.ts'
import { batchingQueue } from '../db/pipelining/batching-queue.ts'
import { sql } from '../db/statement.ts'

/** Takes the next number of a clinic's series. A number taken by a transaction that fails is skipped. */
export type TakeNumber = (companyId: string, series: string) => Promise<number>

const takeNumbers = sql<{ company_id: string; name: string; last: number }>(
  'select company_id, name, last from take_numbers($1, $2, $3)',
)

interface Wanted {
  companyId: string
  series: string
}

const keyOf = ({ companyId, series }: Wanted) => `${companyId} ${series}`

/** Numbers of series, of which those that are wanted at the same time are taken by one statement. */
export function numberSeries(connections: SharedConnections): TakeNumber {
  const take = batchingQueue<Wanted, number>(async wanted => {
    const groups = [...Map.groupBy(wanted, keyOf).values()].flatMap(([one, ...more]) =>
      one ? [{ ...one, count: 1 + more.length }] : [],
    )
    const rows = await connections.run(
      takeNumbers([groups.map(g => g.companyId), groups.map(g => g.series), groups.map(g => g.count)]),
    )
    const lastOf = new Map(rows.map(row => [keyOf({ companyId: row.company_id, series: row.name }), row.last]))
    const next = new Map(groups.map(one => [keyOf(one), (lastOf.get(keyOf(one)) ?? 0) - one.count]))
    return wanted.map(one => {
      const number = (next.get(keyOf(one)) ?? 0) + 1
      next.set(keyOf(one), number)
      return number
    })
  })
  return (companyId, series) => take({ companyId, series })
}
