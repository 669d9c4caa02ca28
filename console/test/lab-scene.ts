import { addTreatment } from '../../server/src/domain/clinical/add-treatment.ts'
import { addLab, addLabItem } from '../../server/src/domain/labs/lab.ts'
import { orderFromLab } from '../../server/src/domain/labs/order-from-lab.ts'
import type { TestApp } from '../../server/test/support/app/harness.ts'

interface About {
  clinic: Awaited<ReturnType<TestApp['clinic']>>
  branch: { id: string }
  doctor: { id: string }
  patient: { id: string }
}

/** A crown that is planned, for which work is ordered that is late. */
export async function seedLabWork(app: TestApp, { clinic, branch, doctor, patient }: About): Promise<string> {
  const about = { patientId: patient.id, branchId: branch.id, doctorId: doctor.id }
  return app.write(clinic, async tx => {
    const lab = await addLab(tx, { name: 'Nakheel Ceramics' })
    const item = await addLabItem(tx, { labId: lab.id, name: 'Zirconia crown', priceMinor: 45_000 })
    const { treatment } = await addTreatment(tx, { ...about, name: 'Crown', priceMinor: 150_000, tooth: [26] })
    await orderFromLab(tx, {
      ...{ ...about, labId: lab.id, labItemId: item.id, treatmentId: treatment.id, tooth: [26], shade: 'A2' },
      ...{ due: '2020-01-05T09:00:00Z', details: 'Contact point tight' },
    })
    return treatment.id
  })
}
