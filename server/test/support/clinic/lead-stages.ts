import type { TableRow } from '../../../src/db/tables.ts'
import type { StageRow } from '../../../src/domain/leads/lead.ts'
import { addStage } from '../../../src/domain/leads/stages.ts'
import type { TestApp } from '../app/harness.ts'

export interface Pipeline {
  fresh: StageRow
  contacted: StageRow
  won: StageRow
  lost: StageRow
}

/** The clinic's stages from left to right: new (due in a day), contacted (in two), won, lost (which rejects). */
export function pipeline(app: TestApp, clinic: TableRow<'clinic'>): Promise<Pipeline> {
  return app.write(clinic, async tx => {
    const [fresh, contacted, won, lost] = [
      await addStage(tx, { name: 'New', dueDays: 1 }),
      await addStage(tx, { name: 'Contacted', dueDays: 2 }),
      await addStage(tx, { name: 'Won' }),
      await addStage(tx, { name: 'Lost', requireReject: true }),
    ]
    return { fresh, contacted, won, lost }
  })
}

let phones = 0
/** A phone number that no other lead of this process has. */
export const nextPhone = (): string => `05${String(10_000_000 + ++phones)}`
