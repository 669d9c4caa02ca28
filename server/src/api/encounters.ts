import { type Encounter, getEncounter, listEncounters, recordMeasurement } from '@clinic/contract/encounters.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { type EncounterRow, measurementsOf } from '../domain/encounters/encounter.ts'
import { recordMeasurement as record } from '../domain/encounters/take-measurement.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { pageTogether } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentEncounter } from '../present/encounter.ts'
import { presentMeasurement } from '../present/measurement.ts'

const source = listSource<EncounterRow>({
  name: 'listEncounters',
  from: 'encounter t',
  columns: 't.*',
  filters: {
    branchId: value => `t.branch_id = ${value}`,
    patientId: value => `t.patient_id = ${value}`,
  },
  selectiveFilters: ['patientId'],
})

async function presentAll(tx: Tx, rows: readonly EncounterRow[]): Promise<Static<typeof Encounter>[]> {
  const measurements = await measurementsOf(tx, rows)
  return rows.map(row => presentEncounter(row, measurements(row)))
}

export const encounters = [
  implement(listEncounters, (tx, query) =>
    pageTogether(tx, source, query, (rows: EncounterRow[]) => presentAll(tx, rows)),
  ),
  implement(getEncounter, async (tx, { id }) => {
    const row = await tx.get('encounter', id)
    return { data: presentEncounter(row, (await measurementsOf(tx, [row]))(row)) }
  }),
  implement(recordMeasurement, async (tx, { id, name, value }) => ({
    data: presentMeasurement(await record(tx, { encounterId: id, name, value })),
  })),
]
