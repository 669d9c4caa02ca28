import { Client, type ClientConfig } from 'pg'

/** Runs with a connection of its own, which ends with it. */
export async function withClient<Value>(
  connectionString: string,
  run: (client: Client) => Promise<Value>,
  config: ClientConfig = {},
): Promise<Value> {
  const client = new Client({ connectionString, ...config })
  try {
    await client.connect()
    return await run(client)
  } finally {
    await client.end()
  }
}
