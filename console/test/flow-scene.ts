import type { TestApp } from '../../server/test/support/app/harness.ts'

type Branch = Awaited<ReturnType<TestApp['branch']>>

/** A minute from now, on either side: at whatever hour a test runs, it is of today, or reaches into it. */
const minute = (offset: number): string => new Date(Date.now() + offset * 60_000).toISOString()

/** Visits one after another: how each stands, what came of it when, and whose it is. */
const VISITS = [
  ['COMPLETED', -120, { arrived_at: -125, seated_at: -118, finished_at: -95 }],
  ['INPROGRESS', -90, { arrived_at: -92, seated_at: -70 }],
  ['WAITING', -60, { arrived_at: -25 }],
  ['CHECKEDIN', -30, { arrived_at: -12 }],
  ['CONFIRMED', -14, {}],
  ['OPEN', 5, {}],
  ['NOSHOW', -150, {}],
] as const

const NAMES = ['Layla Saleh', 'سارة القحطاني', 'Omar Faris', 'نورة الدوسري', 'Huda Karim', 'Yusuf Amin', 'Rana Sami']

/** A visit that begins so many minutes from now. */
export async function visitAt(
  app: TestApp,
  branch: Branch,
  visit: { doctor: { id: string }; patient: { id: string }; offset: number; status?: string; minutes?: number },
  stamps: Readonly<Record<string, number>> = {},
) {
  const { company_id } = branch
  const { doctor, patient, offset, status = 'OPEN', minutes = 15 } = visit
  const [made] = [minute(-2_000)]
  return app.insert('appointment', {
    ...{ company_id, id: `apt_flow_${patient.id.slice(4)}`, branch_id: branch.id, doctor_id: doctor.id },
    ...{ patient_id: patient.id, status, starts_at: minute(offset), ends_at: minute(offset + minutes) },
    ...{ created_at: made, updated_at: made },
    ...Object.fromEntries(Object.entries(stamps).map(([name, at]) => [name, minute(at)])),
  })
}

/** A morning at the desk: one visit of each kind; answers the id of the last. */
export async function seedFlow(app: TestApp, branch: Branch, doctor: { id: string }): Promise<string> {
  let last = ''
  for (const [index, [status, offset, stamps]] of VISITS.entries()) {
    const [first_name = '', last_name = ''] = (NAMES[index] ?? '').split(' ')
    const patient = await app.patient(branch, { first_name, last_name })
    last = (await visitAt(app, branch, { doctor, patient, offset, status }, stamps)).id
  }
  return last
}

/** A patient who waits for any time on a morning. */
export async function seedWaiting(app: TestApp, branch: Branch, patient: { id: string }, minutes = 15) {
  const at = minute(-3_000)
  return app.insert('wait_list_entry', {
    ...{ company_id: branch.company_id, id: `wle_${patient.id.slice(4)}`, created_at: at, updated_at: at },
    ...{ branch_id: branch.id, patient_id: patient.id, minutes, priority: 'URGENT', note: 'يفضل المساء' },
  })
}
