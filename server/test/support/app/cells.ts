import { cellDatabases, cellFactories } from '../database/cells.ts'
import { startApp } from './harness.ts'

/** Where control is, and two cells: an API process each, and in each cell a clinic with a patient and an installed plugin. */
export async function startCells() {
  const databases = await cellDatabases(['north', 'south'])
  const control = await startApp({}, Promise.resolve(databases.control))

  async function cellNamed(name: 'north' | 'south') {
    const app = await startApp({}, Promise.resolve(databases.cells[name]))
    const make = cellFactories(control, app)
    const clinic = await make.clinic({ name: `Clinic ${name}` })
    const patient = await make.patient(await make.branch(clinic))
    const { token, installation } = await make.installation(clinic)
    return { name, app, make, clinic, patient, installation, token, api: app.api(token) }
  }
  return { databases, control, north: await cellNamed('north'), south: await cellNamed('south') }
}

export type Cell = Awaited<ReturnType<typeof startCells>>['north']
