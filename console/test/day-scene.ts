import type { TestApp } from '../../server/test/support/app/harness.ts'
import { at, dateIn } from '../../server/test/support/clock.ts'

const NAMES = ['Salma Haddad', 'Omar Faris', 'نورة الدوسري']

/** A clinic with two doctors and a visit of each hour from 10:00 in a week, all of the first doctor. */
export async function clinicWithDay(app: TestApp) {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
  const branch = await app.branch(clinic)
  const noor = await app.doctor([branch], { display_name: 'Dr. Noor Saleh', display_name_ar: 'د. نور صالح' })
  const karim = await app.doctor([branch], { display_name: 'Dr. Karim Aziz', display_name_ar: 'د. كريم عزيز' })
  const made = new Date().toISOString()
  const visits = []
  for (const [index, name] of NAMES.entries()) {
    const [first_name = '', last_name = ''] = name.split(' ')
    const patient = await app.patient(branch, { first_name, last_name })
    const visit = await app.insert('appointment', {
      ...{ company_id: clinic.company_id, id: `apt_day_${patient.id.slice(4)}`, branch_id: branch.id },
      ...{ doctor_id: noor.id, patient_id: patient.id, status: 'OPEN', created_at: made, updated_at: made },
      ...{ starts_at: at(`${10 + index}:00`), ends_at: at(`${10 + index}:30`) },
    })
    visits.push(visit.id)
  }
  const room = `${app.url}/c/${clinic.company_id}/day?date=${dateIn(7)}`
  return { clinic, noor, karim, room, visits }
}
