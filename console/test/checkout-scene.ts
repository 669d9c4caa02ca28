import type { Practice, TestApp } from '../../server/test/support/app/harness.ts'
import { doneToday } from '../../server/test/support/clinic/checkout.ts'
import { visitAt } from './flow-scene.ts'

/** A visit at which two things were done, of a patient who has something older that is not billed; answers its id. */
export async function seedCheckout(
  app: TestApp,
  { clinic, branch, doctor }: Pick<Practice, 'clinic' | 'branch' | 'doctor'>,
): Promise<string> {
  const patient = await app.patient(branch, { first_name: 'Maha', last_name: 'Nasser' })
  const visit = await visitAt(app, branch, { doctor, patient, offset: -45, minutes: 14, status: 'INPROGRESS' })
  const scene = { clinic, branch, doctor, patient }
  await doneToday(app, scene, 35_000, { appointmentId: visit.id, name: 'حشوة تجميلية', tooth: [26] })
  await doneToday(app, scene, 15_000, { appointmentId: visit.id, name: 'Scaling' })
  const older = await doneToday(app, scene, 20_000, { name: 'X-ray' })
  await app.sql("update treatment set ends_at = ends_at - interval '9 days' where company_id = $1 and id = $2", [
    clinic.company_id,
    older,
  ])
  return visit.id
}
