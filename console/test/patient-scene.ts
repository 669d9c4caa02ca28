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

/** What is kept of a patient besides: a picture whose bytes lie in the storage, an x-ray, a document, and forms. */
export async function seedRecords(app: TestApp, branch: Branch, { id: patient_id }: { id: string }): Promise<string> {
  const { company_id, id: branch_id } = branch
  const at = '2026-07-02T07:00:00.000Z'
  const stamps = { company_id, patient_id, created_at: at, updated_at: at }
  const tail = patient_id.slice(4)
  await app.insert('xray', { ...stamps, id: `xra_${tail}`, name: 'panorama.png' })
  const files = [
    { id: `fil_a${tail}`, name: 'smile.png', content_type: 'image/png', sort_order: 1 },
    { id: `fil_b${tail}`, name: 'بانوراما.png', content_type: 'image/png', sort_order: 2, xray_id: `xra_${tail}` },
    { id: `fil_c${tail}`, name: 'referral.pdf', content_type: 'application/pdf', sort_order: 3 },
  ]
  for (const file of files) {
    await app.insert('file', { ...stamps, ...file, size_bytes: PICTURE.length })
    await app.app.files.put(`${company_id}/${file.id}`, file.content_type, PICTURE)
  }
  const form = { ...stamps, branch_id, body: 'I agree.', sign_required: true }
  await app.insert('consent_form', { ...form, id: `cns_a${tail}`, name: 'Consent to an extraction' })
  const signed = { signed: true, signed_at: at, signer_name: 'Sara' }
  await app.insert('consent_form', { ...form, ...signed, id: `cns_b${tail}`, name: 'موافقة على التخدير' })
  return files[0]?.id ?? ''
}

/** A picture of 24 x 18 points. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABgAAAASCAIAAADOjonJAAADFElEQVR42g3MMet3QADA8efl/CeTyWQymUxSdHW6Ol2Rom+dFF2RYjKZTCaTV/j8Pi/g8+8vw8vwM4KMMCPKiDOSjDSjyCgzqowmo88YMuaMNePIODOujDvjyXgzvox/fzlejp8T5IQ5UU6ck+SkOUVOmVPlNDl9zpAz56w5R86Zc+XcOU/Om/Plv0jgCXxBIAgFkSAWJIJUUAhKQSVoBL1gEMyCVXAITsEluAWP4BV84hdJPIkvCSShJJLEkkSSSgpJKakkjaSXDJJZskoOySm5JLfkkbyST/4ihafwFYEiVESKWJEoUkWhKBWVolH0ikExK1bFoTgVl+JWPIpX8alfpPE0vibQhJpIE2sSTaopNKWm0jSaXjNoZs2qOTSn5tLcmkfzaj79iwyewTcEhtAQGWJDYkgNhaE0VIbG0BsGw2xYDYfhNFyG2/AYXsNnflGNV+PXBDVhTVQT1yQ1aU1RU9ZUNU1NXzPUzDVrzVFz1lw1d81T89Z89S9q8Vr8lqAlbIla4pakJW0pWsqWqqVp6VuGlrllbTlazpar5W55Wt6Wr/1FHV6H3xF0hB1RR9yRdKQdRUfZUXU0HX3H0DF3rB1Hx9lxddwdT8fb8XW/CDzwIYAQIoghgRQKKKGCBnoYYIYVDjjhghseeOHjF1k8i28JLKElssSWxJJaCktpqSyNpbcMltmyWg7Labkst+WxvJbP/qIRb8QfCUbCkWgkHklG0pFipBypRpqRfmQYmUfWkWPkHLlG7pFn5B35xl804U34E8FEOBFNxBPJRDpRTJQT1UQz0U8ME/PEOnFMnBPXxD3xTLwT3/SLHJ7DdwSO0BE5YkfiSB2Fo3RUjsbROwbH7Fgdh+N0XI7b8Thex+d+0YK34C8EC+FCtBAvJAvpQrFQLlQLzUK/MCzMC+vCsXAuXAv3wrPwLnzLL9rwNvyNYCPciDbijWQj3Sg2yo1qo9noN4aNeWPdODbOjWvj3ng23o1v+0U73o6/E+yEO9FOvJPspDvFTrlT7TQ7/c6wM++sO8fOuXPt3DvPzrvz7fwHs1dFdyK9iPsAAAAASUVORK5CYII=',
  'base64',
)

/** A patient with a visit before and one after now, and what is said of most. */
export async function visitedPatient(app: TestApp, branch: Branch, { id: doctorId }: { id: string }) {
  const patient = await app.patient(branch, {
    ...{ first_name: 'عبد الرحمن', last_name: 'الغامدي', phone_number: '+966501234567', gender: 'M' },
    ...{ birth_date: '1988-02-29', doctor_id: doctorId, clinic_file_number: 'K-77', email: 'abd@patients.example' },
  })
  for (const days of [-40, 9]) {
    const [starts_at, ends_at] = [0, 30].map(minutes =>
      new Date(Date.now() + (days * 1_440 + minutes) * 60_000).toISOString(),
    )
    await app.insert('appointment', {
      ...{ company_id: branch.company_id, id: `apt_scene${days + 50}`, branch_id: branch.id, doctor_id: doctorId },
      ...{ patient_id: patient.id, status: 'OPEN', starts_at, ends_at, created_at: starts_at, updated_at: starts_at },
    })
  }
  return patient
}

/** A patient whose file is restricted, until the year 2034. */
export async function restrictedPatient(app: TestApp, companyId: string, { id }: { id: string }): Promise<void> {
  await app.sql(
    `update patient set restricted_at = now(), deleted_at = now(), anonymise_at = '2034-03-01'
     where company_id = $1 and id = $2`,
    [companyId, id],
  )
  await app.sql(`insert into restricted_patient values ($1, $2, 'Asked for it in writing', 'usr_none', false)`, [
    companyId,
    id,
  ])
}
