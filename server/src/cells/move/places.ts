import { Client } from 'pg'
import { DatabaseRefusal } from '../../db/refusal.ts'
import { CONTROL } from '../../kernel/misdirected.ts'

/** One of the databases, with a login that owns it. */
export interface Place {
  /** What it is called among cells. */
  name: string
  /** As the others reach it. */
  url: string
  client: Client
}

/** A clinic on its way. Where control is source or target, that is the same place. */
export interface Move {
  companyId: string
  /** Who moves it, as the clinic’s audit names them; null where that is not asked. */
  by: string | null
  control: Place
  source: Place
  target: Place
  log: (line: string) => void
}

/** Rows are compared as texts, which are to be the same on every server. */
const SESSION = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set application_name = 'clinic move'`

export async function connect(url: string): Promise<Client> {
  const client = new Client(url)
  await client.connect()
  await client.query(SESSION)
  return client
}

/** What a place has of a clinic, as another reads it back: as JSON in PostgreSQL’s own hand, so that no number suffers. */
export async function textOf({ client }: Place, query: string, companyId: string): Promise<string> {
  const { rows } = await client.query<{ text: string }>(
    `select coalesce(jsonb_agg(to_jsonb(one)), '[]')::text as text from (${query}) as one`,
    [companyId],
  )
  return rows[0]?.text ?? '[]'
}

/** The address that a subscription comes from. */
async function sourceOf(client: Client, subscription: string): Promise<string> {
  const { rows } = await client.query<{ url: string }>(
    'select subconninfo as url from pg_subscription where subname = $1',
    [subscription],
  )
  return rows[0]?.url ?? ''
}

/**
 * Opens control and these two of its databases, at the addresses by which they joined: control knows where its cells are, and
 * they know where control is.
 */
export async function openPlaces<Value>(
  controlUrl: string,
  namesOf: (control: Client) => Promise<readonly [source: string, target: string]>,
  run: (places: Pick<Move, 'control' | 'source' | 'target'>) => Promise<Value>,
): Promise<Value> {
  const client = await connect(controlUrl)
  const opened = [client]
  try {
    const control: Place = { name: CONTROL, url: controlUrl, client }
    const place = async (name: string): Promise<Place> => {
      if (name === CONTROL) return control
      const url = await sourceOf(client, `clinic_directory_${name}`)
      if (url === '') throw new DatabaseRefusal(`There is no cell ${name}: clinic cell list shows those that joined.`)
      const cell = await connect(url)
      opened.push(cell)
      control.url = (await sourceOf(cell, `clinic_control_${name}`)) || control.url
      return { name, url, client: cell }
    }
    const [from, to] = await namesOf(client)
    const [source, target] = [await place(from), await place(to)]
    return await run({ control, source, target })
  } finally {
    await Promise.all(opened.map(one => one.end()))
  }
}
