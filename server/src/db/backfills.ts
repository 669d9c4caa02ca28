import type { Client } from 'pg'

/** Of the migrations' connection: how many batches of the open backfills it does itself before it leaves them to a worker. */
const STEPS = 20
const ROWS = 100

/** Does what is little by itself, so that a new or a small database need not wait for a worker. */
async function finishLittle(owner: Client): Promise<void> {
  for (let done = 0; done < STEPS; done++) {
    const { rows } = await owner.query<{ state: string }>('select backfill_step($1) as state', [ROWS])
    if (rows[0]?.state !== 'MORE') return
  }
}

/** Those of the named backfills that are not done, after what is little of them was. */
export async function openBackfills(owner: Client, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  await finishLittle(owner)
  const { rows } = await owner.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where not exists (select from backfill b where b.name = name.name and done_at is not null)',
    [names],
  )
  return rows.map(({ name }) => name)
}
