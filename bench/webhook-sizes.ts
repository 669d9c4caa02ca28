import type { World } from './webhook-world.ts'

/** Bytes with indexes that a finished delivery and its attempts take while they are kept. */
export const keptBytes = async ({ owner }: World): Promise<number> =>
  (
    await owner.query<{ bytes: number }>(
      `select (select sum(pg_total_relation_size(relid)) from unnest('{webhook_delivery_done, webhook_attempt}'::regclass[]) kept,
           pg_partition_tree(kept))::float8
         / (select count(*) from webhook_delivery_done) as bytes`,
    )
  ).rows[0]?.bytes ?? Number.NaN
