import assert from 'node:assert/strict'
import { cellDatabases, cellFactories, cellSql, copied } from '../database/cells.ts'
import { apiClient } from './api-client.ts'
import { startApp, type TestApp } from './harness.ts'

/** Settings of the process of a database, by its name among cells. */
type SettingsOf = (name: 'control' | 'north' | 'south') => Record<string, string>

/** Where control is, and two cells: an API process each, and in each cell a clinic with a patient and an installed plugin. */
export async function startCells(settingsOf: SettingsOf = () => ({})) {
  const databases = await cellDatabases(['north', 'south'])
  const control = await startApp(settingsOf('control'), Promise.resolve(databases.control))

  async function cellNamed(name: 'north' | 'south') {
    const app = await startApp(settingsOf(name), Promise.resolve(databases.cells[name]))
    const make = cellFactories(control, app)
    const clinic = await make.clinic({ name: `Clinic ${name}` })
    const patient = await make.patient(await make.branch(clinic))
    const { token, installation } = await make.installation(clinic)
    return { name, app, make, clinic, patient, installation, token, api: app.api(token) }
  }
  return { databases, control, north: await cellNamed('north'), south: await cellNamed('south') }
}

export type Cell = Awaited<ReturnType<typeof startCells>>['north']

/** What fixtures use in a cell: what is of control they write there, and plugins get clients at this address. */
export const appIn = (control: TestApp, { app, make }: Cell, url: string): TestApp => ({
  ...app,
  ...make,
  url,
  sql: cellSql(control, app),
  api: token => apiClient(url, token),
  async platform(run) {
    const value = await control.platform(run)
    for (const table of ['plugin', 'plugin_version']) await copied(control, app, table)
    return value
  },
})

/**
 * The tables in which a cell has a row of another clinic than these: each table that says of itself that its rows are clinics’.
 * How often what a clinic’s grants rest on has changed is counted by each database for itself, as copies of memberships arrive.
 */
export async function foreignRows(
  control: TestApp,
  { app }: Pick<Cell, 'app'>,
  clinics: readonly { company_id: string }[],
): Promise<string[]> {
  const tables = await control.sql<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
       and split_part(obj_description(oid, 'pg_class'), ':', 1) = 'clinic'
       and exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'company_id')
       and relname <> 'grant_version'`,
  )
  assert.ok(tables.length > 80)
  const living = clinics.map(({ company_id }) => company_id)
  const foreign = []
  for (const { name } of tables) {
    const rows = await app.sql(
      `select from ${name} where company_id <> all ($1) and company_id <> 'platform' limit 1`,
      [living],
    )
    if (rows.length > 0) foreign.push(name)
  }
  return foreign
}
