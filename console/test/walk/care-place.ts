import type { EventType } from '@clinic/contract/event-types.ts'
import type { Browser, Page } from 'playwright-core'
import { changeMoneySettings } from '../../../server/src/domain/billing/money-settings.ts'
import { openTreasury } from '../../../server/src/domain/books/treasury.ts'
import { addTreatment } from '../../../server/src/domain/clinical/add-treatment.ts'
import { startEncounter } from '../../../server/src/domain/encounters/start-encounter.ts'
import { addInventoryItem } from '../../../server/src/domain/inventory/inventory-item.ts'
import { putSupplies } from '../../../server/src/domain/inventory/procedure-supplies.ts'
import { addLab, addLabItem } from '../../../server/src/domain/labs/lab.ts'
import type { Practice, TestApp } from '../../../server/test/support/app/harness.ts'
import { issueInvoice } from '../../../server/test/support/clinic/money.ts'
import { payingOnline } from '../../../server/test/support/clinic/online-payments.ts'
import { visitAt } from '../flow-scene.ts'
import { seedForms } from '../form-scene.ts'

/** Something of a visit and its bill: a filling in one step, which takes the last of what the branch has of a supply. */
async function seedCare(
  app: TestApp,
  { clinic, branch, doctor, patient }: Omit<Practice, 'api'>,
  appointmentId: string,
) {
  const { company_id, created_at, updated_at } = clinic
  const { id: procedureId } = await app.insert('procedure', {
    ...{ company_id, id: 'prc_1', created_at, updated_at, name: 'Filling', code: 'F1', price_minor: 30_000 },
  })
  const about = { patientId: patient.id, branchId: branch.id, doctorId: doctor.id }
  return app.write(clinic, async tx => {
    const stock = { branchId: branch.id, name: 'Composite', unit: 'capsule', quantity: 2, reorderLevel: 1 }
    const { id: inventoryItemId } = await addInventoryItem(tx, stock)
    await putSupplies(tx, { id: procedureId, branchId: branch.id, supplies: [{ inventoryItemId, quantity: 2 }] })
    const { id: labId } = await addLab(tx, { name: 'Ceramics' })
    await addLabItem(tx, { labId, name: 'Zirconia crown', priceMinor: 45_000 })
    const wish = { ...about, appointmentId, procedureId, tooth: [26], steps: [{ name: 'Fill' }] }
    const { treatment } = await addTreatment(tx, wish)
    await openTreasury(tx, { name: 'Front desk', type: 'CASH', branchId: branch.id, isDefault: true })
    await changeMoneySettings(tx, { earnPerUnit: 1, pointValueMinor: 10 })
    return { treatment, encounter: await startEncounter(tx, about) }
  })
}

/** A sandbox clinic that gives points, with a patient who is in the chair, one who cannot be reached, and a bill of each. */
export async function carePlace(app: TestApp) {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة', sandbox: true })
  const branch = await app.branch(clinic)
  const doctor = await app.doctor([branch], { display_name: 'Dr. Noor Saleh' })
  const file = (first_name: string, phone_number: string) =>
    app.patient(branch, { first_name, last_name: 'Karim', phone_number, birth_date: '1990-01-01' })
  const [patient, unreachable] = [await file('Huda', '+966500000123'), await file('Omar', '+966500000666')]
  const practice = { clinic, branch, doctor, patient }
  const byVideo = await visitAt(app, branch, { doctor, patient: unreachable, offset: -60, status: 'CHECKEDIN' })
  await app.sql('update appointment set is_online = true where id = $1', [byVideo.id])
  const visit = await visitAt(app, branch, { doctor, patient, offset: -30, status: 'INPROGRESS' })
  const { treatment, encounter } = await seedCare(app, practice, visit.id)
  const { consentId } = await seedForms(app, practice)
  await payingOnline(app, clinic)
  const bill = (of: { id: string }) => issueInvoice(app, { ...practice, api: app.api() }, 100, { patientId: of.id })
  const bills = { paid: await bill(patient), declined: await bill(unreachable) }
  const ids = { patient: patient.id, visit: visit.id, byVideo: byVideo.id, treatment: treatment.id, consent: consentId }
  const at = (path: string) => `${app.url}/c/${clinic.company_id}${path}`
  return { app, clinic, doctor, at, bills, ids: { ...ids, encounter: encounter.id } }
}

export interface CareWalk extends Awaited<ReturnType<typeof carePlace>> {
  browser: Browser
  page: Page
}

/** What is done in the console or on a page of the patient, and what plugins are told by it, and nothing else. */
export interface CareStep {
  what: string
  act: (walk: CareWalk) => Promise<void>
  tells: readonly EventType[]
}
