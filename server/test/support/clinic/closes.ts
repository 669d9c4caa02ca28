import { balanceOf } from '../../../src/domain/books/move-money.ts'
import type { Practice, TestApp } from '../app/harness.ts'

/** The closes of the practice in the order in which they were made, each with what moved up to its day. */
export const closesOf = (app: TestApp, { clinic }: Pick<Practice, 'clinic'>) =>
  app.sql<object>(
    `select c.id, c.counted_minor, (select coalesce(sum(amount_minor), 0) from treasury_movement m
       where m.company_id = c.company_id and m.treasury_id = c.treasury_id and business_date <= c.date) as moved
     from day_close c where company_id = $1 order by created_at, id`,
    [clinic.company_id],
  )

/** What a treasury holds as the product counts it, and what all of its movements come to. */
export async function balancesOf(app: TestApp, { clinic }: Pick<Practice, 'clinic'>, id: string) {
  const [sums] = await app.sql<{ moved: number }>(
    'select coalesce(sum(amount_minor), 0)::bigint as moved from treasury_movement where company_id = $1 and treasury_id = $2',
    [clinic.company_id, id],
  )
  return [await app.write(clinic, tx => balanceOf(tx, id)), sums?.moved] as const
}

/** How often the database of a test had to end a transaction for another. */
export const DEADLOCKS = 'select deadlocks::integer as n from pg_stat_database where datname = current_database()'
