import { changeTask } from '../../server/src/domain/tasks/change-task.ts'
import { openTask } from '../../server/src/domain/tasks/open-task.ts'
import type { TestApp } from '../../server/test/support/app/harness.ts'

type Clinic = Awaited<ReturnType<TestApp['clinic']>>
interface Named {
  id: string
}

const due = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

/** A late task, one of a doctor about a patient, one of no branch, one that is done; answers the id of the first. */
export function seedTasks(
  app: TestApp,
  clinic: Clinic,
  { branch: { id: branchId }, doctor, patient }: Readonly<Record<'branch' | 'doctor' | 'patient', Named>>,
): Promise<string> {
  return app.write(clinic, async tx => {
    const late = await openTask(tx, {
      ...{ title: 'اتصل بالمختبر بشأن تاج المريض', due: due(-26), priority: 'HIGH', branchId },
    })
    await openTask(tx, {
      ...{ title: 'Send the x-ray to the insurer', due: due(50), assignedToId: doctor.id, patientId: patient.id },
      ...{ details: 'Reference K-77; they asked twice.', branchId },
    })
    await openTask(tx, { title: 'Order gloves, size M' })
    const done = await openTask(tx, { title: 'Water the plants', branchId })
    await changeTask(tx, { id: done.id, status: 'COMPLETED' })
    return late.id
  })
}
