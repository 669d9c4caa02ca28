import type { Input, Static } from '@clinic/contract/kernel.ts'
import { checkOut, previewCheckout } from '@clinic/contract/staff/checkout.ts'
import { addTreatment, type NewTreatment } from '../../../src/domain/clinical/add-treatment.ts'
import { moveTreatment } from '../../../src/domain/clinical/move-treatment.ts'
import { newId } from '../../../src/kernel/values/ids.ts'
import type { Api, One } from '../app/api-client.ts'
import type { Practice, TestApp } from '../app/harness.ts'

type Treated = Omit<Practice, 'api'>

let visits = 0

/** A visit of the practice's patient, who is there. */
export async function visitOf(app: TestApp, practice: Treated, wish: object = {}): Promise<string> {
  const { clinic, branch, doctor, patient } = practice
  const start = Date.parse('2031-01-01T00:00:00Z') + ++visits * 1_800_000
  const at = new Date().toISOString()
  const { id } = await app.insert('appointment', {
    ...{ company_id: clinic.company_id, id: newId('apt'), created_at: at, updated_at: at, status: 'INPROGRESS' },
    ...{ branch_id: branch.id, doctor_id: doctor.id, patient_id: patient.id },
    ...{ starts_at: new Date(start).toISOString(), ends_at: new Date(start + 1_800_000).toISOString() },
    ...wish,
  })
  return id
}

/** Something that was done for the practice's patient today. */
export async function doneToday(
  app: TestApp,
  { clinic, branch, doctor, patient }: Treated,
  priceMinor: number,
  wish: Partial<NewTreatment> = {},
): Promise<string> {
  return app.write(clinic, async tx => {
    const about = { patientId: patient.id, branchId: branch.id, doctorId: doctor.id, name: 'Filling' }
    const { treatment } = await addTreatment(tx, { ...about, priceMinor, ...wish })
    await moveTreatment(tx, { id: treatment.id, to: 'IN_PROGRESS' })
    await moveTreatment(tx, { id: treatment.id, to: 'COMPLETED' })
    return treatment.id
  })
}

type Order = Input<typeof checkOut>
type Preview = One<Static<(typeof previewCheckout)['returns']>>['data']

/** Looks at what a checkout would come to. */
export async function preview(api: Api, wish: Input<typeof previewCheckout>): Promise<Preview> {
  const { status, body, text } = await api.call(previewCheckout, wish)
  if (status !== 200) throw new Error(text)
  return body.data
}

/** Checks out what was looked at; paid in cash, unless told. */
export const checkOutAs = (
  api: Api,
  wish: Input<typeof previewCheckout>,
  { hash, due }: Pick<Preview, 'hash' | 'due'>,
  order: Partial<Order> = {},
  options: { key?: string } = {},
) => api.call(checkOut, { ...wish, hash, tenders: due > 0 ? [{ type: 'CASH', amount: due }] : [], ...order }, options)
