import { openPatientFile } from '../../server/src/domain/patients/open-patient-file.ts'
import { raiseAlarm } from '../../server/src/domain/security/raise-alarm.ts'
import { attemptPurpose } from '../../server/src/domain/webhooks/kept-answer.ts'
import { newId } from '../../server/src/kernel/values/ids.ts'
import type { TestApp } from '../../server/test/support/app/harness.ts'

type Clinic = Awaited<ReturnType<TestApp['clinic']>>
type Branch = Awaited<ReturnType<TestApp['branch']>>

const HEAD = {
  headers: [
    { name: 'content-type', value: 'text/plain' },
    { name: 'set-cookie', value: '••••' },
  ],
  body: 'The database of the plugin is away.',
  cut: false,
}

/** A plugin whose address was told of a new patient: the first attempt was refused, the next is still to come. */
export async function seedDelivery(app: TestApp, clinic: Clinic, branch: Branch) {
  const { installation } = await app.installation(clinic, { events: ['patient.created'] })
  const at = new Date().toISOString()
  const endpointId = newId('whe')
  await app.insert('webhook_endpoint', {
    ...{ company_id: clinic.company_id, id: endpointId, created_at: at, updated_at: at },
    ...{ installation_id: installation.id, url: 'https://hooks.example/patients', mode: installation.mode },
    events: ['patient.created'],
  })
  await app.write(clinic, tx => openPatientFile(tx, { branchId: branch.id, firstName: 'Sara', lastName: 'Ali' }))
  const failure = { at, status: 503, error: 'http_status', ms: 212 }
  const [delivery] = await app.sql<{ id: string; event_id: string }>(
    `update webhook_delivery set state = 'WAITING', attempts = 1, response_status = 503, error_class = 'http_status',
       duration_ms = 212, last_attempt_at = $2, failures = $3, due_at = now() + interval '1 hour'
     where endpoint_id = $1 returning id, event_id`,
    [endpointId, at, JSON.stringify([failure])],
  )
  if (!delivery) throw new Error('The address was told of nothing.')
  await app.write(clinic, async ({ box }) => {
    const response = box.seal(JSON.stringify(HEAD), attemptPurpose(delivery.id, 1))
    await app.sql(
      `insert into webhook_attempt (company_id, delivery_id, number, at, status, error_class, connect_ms, tls_ms,
         first_byte_ms, response)
       values ($1, $2, 1, now(), 503, 'http_status', 64, 31, 190, $3)`,
      [clinic.company_id, delivery.id, response],
    )
  })
  return { eventId: delivery.event_id, deliveryId: delivery.id, endpointId, installationId: installation.id }
}

/** Events of each level, one of which a person has looked at. */
export async function seedAlarms(app: TestApp, clinic: Clinic, installationId: string) {
  await app.write(clinic, tx => raiseAlarm(tx, 'admin_added', 'usr_scene', { userName: 'Lina Qasim' }))
  await app.write(clinic, tx => raiseAlarm(tx, 'installed', installationId, { installationId }))
  for (const [kind, level, facts] of [
    ['token_misuse', 'CRITICAL', { installationId, tokenHint: 'plg_live_8Kd2', cause: 'address' }],
    ['mass_read', 'WARN', { installationId, patientsPerDay: 5000 }],
    [
      'new_device',
      'WARN',
      { userId: 'usr_scene', userName: 'Omar Haddad', browser: 'Firefox', network: '203.0.113.7' },
    ],
  ] as const)
    await app.sql('select raise_security_event($1, $2, $3, $4, $5)', [
      ...[clinic.company_id, kind, level, `scene ${kind}`],
      JSON.stringify(facts),
    ])
  await app.sql(
    `update security_event set acknowledged_at = now(), note = 'It was the new laptop.'
     where company_id = $1 and kind = 'new_device'`,
    [clinic.company_id],
  )
}

/** Two people of the clinic ask for a plugin. */
export async function seedRequest(app: TestApp, clinic: Clinic, slug: string) {
  const id = newId('irq')
  await app.sql(
    `insert into install_request (company_id, id, plugin_id, state, created_at, updated_at, expires_at)
     select $1, $2, id, 'OPEN', now(), now(), now() + interval '30 days' from plugin where slug = $3`,
    [clinic.company_id, id, slug],
  )
  for (const [person, name, note] of [
    ['usr_scene1', 'Lina Qasim', 'Patients forget their appointments.'],
    ['usr_scene2', 'نورة السالم', null],
  ])
    await app.sql(
      `insert into install_request_asker (company_id, request_id, user_id, name, role, note, asked_at)
       values ($1, $2, $3, $4, 'receptionist', $5, now())`,
      [clinic.company_id, id, person, name, note],
    )
}
