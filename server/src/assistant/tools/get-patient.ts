import { Id } from '@clinic/contract/fields.ts'
import { sql } from '../../db/statement.ts'
import { patientFile, type ShownPatient } from '../../domain/patients/patient-file.ts'
import { todayIn } from '../../kernel/values/zone.ts'
import { closedInput } from '../inputs.ts'
import { closed, maybe } from '../schemas.ts'
import type { Call, JsonObject, Tool } from '../tool.ts'
import { shortText } from '../untrusted.ts'
import { patientFacts, patientFields } from './patient-view.ts'

const insurerName = sql<{ name: string }>('select name from insurance_company where company_id = $1 and id = $2')

async function insurerOf({ tx }: Call, { insurance_company_id: id }: ShownPatient): Promise<string | null> {
  if (id === null) return null
  const [insurer] = await tx.sql(insurerName([tx.clinic.id, id]))
  return insurer ? shortText(insurer.name) : null
}

/** A patient as a connection may see them, with the name of the insurer. */
export async function patientOf(call: Call, id: string): Promise<JsonObject> {
  const row = await patientFile(call.tx, id)
  const today = todayIn(call.clinic.timeZone)
  return { ...patientFacts(row, call.visibility, today), insurance_company: await insurerOf(call, row) }
}

export const getPatient: Tool = {
  name: 'get_patient',
  title: 'Get a patient',
  description: 'One patient by id: name, age, gender, masked phone, insurer; contact data where that may be read.',
  scopes: ['patients:read'],
  input: closedInput({ patient_id: Id }),
  bind: visibility => ({
    output: closed({ ...patientFields(visibility), insurance_company: maybe('string') }),
    async run(call, { patient_id }) {
      const id = String(patient_id)
      return { content: await patientOf(call, id), resourceIds: [id], patientIds: [id] }
    },
  }),
}
