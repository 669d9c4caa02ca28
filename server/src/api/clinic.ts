import { getClinic } from '@clinic/contract/clinic.ts'
import { sql } from '../db/statement.ts'
import { refuse } from '../kernel/errors.ts'
import { implement } from '../kernel/implement.ts'
import { type ClinicRow, presentClinic } from '../present/clinic.ts'

const ownClinic = sql<ClinicRow>('select * from clinic where company_id = $1')

export const clinic = [
  implement(getClinic, async tx => {
    const [row] = await tx.sql(ownClinic([tx.clinic.id]))
    return { data: presentClinic(row ?? refuse('not_found', { resource: 'clinic' })) }
  }),
]
