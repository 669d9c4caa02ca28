import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateMoneySettings } from '@clinic/contract/staff/money-settings.ts'
import { refundClinicPayment } from '@clinic/contract/staff/payments.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { checkOutAs, doneToday, preview, visitOf } from '../../test/support/clinic/checkout.ts'
import { DEADLOCKS } from '../../test/support/clinic/closes.ts'
import { moneyMismatches } from '../../test/support/clinic/money.ts'
import { practiceIn } from '../../test/support/clinic/papers.ts'
import { addTreatment } from '../domain/clinical/add-treatment.ts'
import { moveTreatment } from '../domain/clinical/move-treatment.ts'

const app = await startApp()
const practice = await practiceIn(app)
const { clinic, branch, doctor, owner } = practice
await owner.call(updateMoneySettings, { earnPerUnit: 1 }, { version: 1 })
const PATIENTS = 12

/** A patient who paid for what is still under way, and is there again for something else. */
async function prepaid() {
  const patient = await app.patient(branch)
  const whose = { ...practice, patient }
  const about = { patientId: patient.id, branchId: branch.id, doctorId: doctor.id }
  const begun = await app.write(clinic, async tx => {
    const { treatment } = await addTreatment(tx, { ...about, name: 'Implant', priceMinor: 20_000 })
    await moveTreatment(tx, { id: treatment.id, to: 'IN_PROGRESS' })
    return treatment.id
  })
  const first = { patientId: patient.id, branchId: branch.id, lines: [{ treatmentId: begun }] }
  const { status, text } = await checkOutAs(owner, first, await preview(owner, first))
  assert.equal(status, 201, text)
  const [payment] = await app.sql<{ id: string }>('select id from payment where patient_id = $1', [patient.id])
  const again = {
    ...{ patientId: patient.id, branchId: branch.id, appointmentId: await visitOf(app, whose), complete: [begun] },
    lines: [{ treatmentId: await doneToday(app, whose, 5_000) }],
  }
  return { paymentId: payment?.id ?? '', again, seen: await preview(owner, again) }
}

test('a refund, and a checkout that completes what was paid by it, wait for each other in no circle', async () => {
  const patients = await Promise.all(Array.from({ length: PATIENTS }, prepaid))
  const answers = await Promise.all(
    patients.flatMap(({ paymentId, again, seen }) => [
      owner.call(refundClinicPayment, { id: paymentId, reason: 'Moves away' }),
      checkOutAs(owner, again, seen),
    ]),
  )
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
  assert.deepEqual(await app.sql<{ n: number }>(DEADLOCKS), [{ n: 0 }])
})
