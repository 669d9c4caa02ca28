import type { TestApp } from '../../server/test/support/app/harness.ts'

type Branch = Awaited<ReturnType<TestApp['branch']>>

/** What is said around a patient: what to know first, a mother who is a patient too, and a file that looks like this one. */
export async function seedAroundPatient(app: TestApp, branch: Branch, { id }: { id: string }): Promise<void> {
  const { company_id } = branch
  const at = '2026-07-01T07:00:00.000Z'
  const alert = { company_id, patient_id: id, added_by: 'usr_none', created_at: at, updated_at: at }
  await app.insert('patient_alert', {
    ...{ ...alert, id: 'alt_scene1', kind: 'ALLERGY', severity: 'HIGH', text: 'بنسلين: تورم في الحلق' },
  })
  await app.insert('patient_alert', {
    ...{ ...alert, id: 'alt_scene2', kind: 'ADMIN', severity: 'NORMAL', text: 'Hears badly: speak up' },
  })
  const mother = await app.patient(branch, { first_name: 'Fatimah', last_name: 'Al-Ghamdi', gender: 'F' })
  const twice = await app.patient(branch, { first_name: 'عبدالرحمن', last_name: 'الغامدي', gender: 'M' })
  for (const [patient_id, related_id, kind] of [
    [id, mother.id, 'GUARDIAN'],
    [mother.id, id, 'WARD'],
  ])
    await app.sql('insert into patient_relation values ($1, $2, $3, $4, now())', [
      company_id,
      patient_id,
      related_id,
      kind,
    ])
  const [patient_id, other_id] = [id, twice.id].sort()
  await app.insert('patient_suspect', {
    ...{
      company_id,
      id: 'sus_scene',
      created_at: at,
      updated_at: at,
      patient_id,
      other_id,
      reasons: ['PHONE_AND_NAME'],
    },
  })
}
