import { Client } from 'pg'

/**
 * After a restore, what must not go on as if nothing had happened: cursors, which may lead past what is lost, begin anew, and
 * people log in again. Deliveries that wait go out with the ids that they have.
 */
export async function beginAnew(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl })
  try {
    await client.connect()
    await client.query(BEGIN_ANEW)
  } finally {
    await client.end()
  }
}

/** Minutes go on when the same backup is restored twice: no cursor of between fits the second. */
const BEGIN_ANEW = `
  update clinic set resets = greatest(resets + 1, (extract(epoch from clock_timestamp()) / 60)::integer);
  delete from staff_session;`
