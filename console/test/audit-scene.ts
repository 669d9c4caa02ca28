import type { TestApp } from '../../server/test/support/app/harness.ts'

type Clinic = Awaited<ReturnType<TestApp['clinic']>>

/** Records, sealed days of which one is broken, and an export whose file is there. */
export async function seedAudit(
  app: TestApp,
  clinic: Clinic,
  installationId: string,
  patientId: string,
): Promise<void> {
  const of = { company_id: clinic.company_id }
  const [now, later] = [Date.now(), new Date(Date.now() + 6 * 86_400_000).toISOString()]
  const record = { resource_ids: [patientId], patient_ids: [patientId], field_scopes: ['patients:read.pii'] }
  for (const [n, operation] of ['getPatient', 'listAppointments', 'updatePatient'].entries())
    await app.insert('audit_record', {
      ...{ ...of, ...record, operation, caller: `installation ${installationId}`, request_id: `req_scene${n}` },
      ...(operation === 'updatePatient' && { changed_fields: ['lastName'] }),
    })
  for (const [days, state] of ['OK', 'BROKEN', 'SEALED'].entries()) {
    const at = `${new Date(now - (days + 1) * 86_400_000).toISOString().slice(0, 10)}T00:00:00.000Z`
    const faults = state === 'BROKEN' ? [{ kind: 'CHANGED', where: 'aud_0mb0sg2f417q9w3k5c2d' }] : []
    await app.insert('audit_day_state', {
      ...{ ...of, id: at.slice(0, 10), created_at: at, updated_at: at, size: 1_204, closed: true, state },
      ...{ verified_at: state === 'SEALED' ? null : at, faults: JSON.stringify(faults) },
    })
  }
  await app.sql("select raise_security_event($1, 'audit_broken', 'CRITICAL', 'day', $2)", [
    clinic.company_id,
    JSON.stringify({ day: new Date(now - 2 * 86_400_000).toISOString().slice(0, 10) }),
  ])
  const made = new Date(now).toISOString()
  for (const [n, state] of ['READY', 'RUNNING', 'FAILED'].entries())
    await app.insert('export_job', {
      ...{ ...of, id: `xpt_scene${n}`, kind: 'audit', state, progress: 0.4, params: {}, file_name: `audit-${n}.csv` },
      ...{ content_type: 'text/csv', keep_seconds: 604_800, created_by: 'usr_one', created_at: made, updated_at: made },
      expires_at: state === 'READY' ? later : null,
    })
}
