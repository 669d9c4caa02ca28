import pg from 'pg'

/** A plugin, a person, a download of a plugin's, an assistant. */
export const CALLERS = ['installation ins_bench', 'staff usr_bench', 'installation ins_file', 'assistant gra_bench']

export interface Wish {
  clinics: readonly string[]
  records: number
  /** Of each clinic. */
  patients: number
  /** As they come in at 1 000 a second, ending now; or all of them at this moment. */
  when: 'before' | 'now'
}

/** The id of a patient of a clinic, by number. */
export const patientOf = (clinic: string, n: number): string => `pat_${clinic}_${n}`

const add = `
  insert into audit_record (company_id, recorded_at, at, request_id, caller, token_id, operation, resource_ids, patient_ids,
    field_scopes, address, result_count)
  select clinic, moment, moment, 'req_' || lpad(n::text, 26, '0'), ($2::text[])[1 + n % 4], 'ptk_bench',
    (array['getPatient', 'updatePatient', 'downloadFile', 'get_patient'])[1 + n % 4], patients, patients,
    '{patients:read.pii}', '203.0.113.9', cardinality(patients)
  from generate_series(1, $3::int) as n
  cross join lateral (select ($1::text[])[1 + n % cardinality($1::text[])] as clinic,
    case when $5 then date_trunc('milliseconds', now() - ($3 - n) * interval '1 millisecond')
      else date_trunc('milliseconds', clock_timestamp()) end as moment) as one
  cross join lateral (select array_agg('pat_' || clinic || '_' || (n * 7 + another) % $4::int) as patients
    from generate_series(1, case when n % 10 = 0 then 25 else 1 end) as another) as whom`

/** Nine records in ten are about one patient, the tenth a list of 25. As the owner, for the application can give no time. */
export async function seedRecords(ownerUrl: string, { clinics, records, patients, when }: Wish): Promise<void> {
  const client = new pg.Client(ownerUrl)
  await client.connect()
  try {
    await client.query(add, [clinics, CALLERS, records, patients, when === 'before'])
    await client.query('vacuum analyze audit_record')
  } finally {
    await client.end()
  }
}
