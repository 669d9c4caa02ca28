import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getDayAppointment, moveDayAppointment, updateDayAppointment } from '@clinic/contract/staff/appointments.ts'
import { putDayRules } from '@clinic/contract/staff/day-rules.ts'
import { addReminderRule, previewReminderRule, updateReminderRule } from '@clinic/contract/staff/reminders.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { openStaffScene } from '../../test/support/staff/scene.ts'
import { USUAL_RULES } from '../domain/scheduling/day-rules.ts'
import { dispatchMessage } from '../jobs/dispatch-message.ts'
import { remindEveryMinute } from '../jobs/remind.ts'
import { newId } from '../kernel/values/ids.ts'

const app = await startApp()
const { clinic, branch, api } = await openStaffScene(app)
await api.call(putDayRules, { ...USUAL_RULES, quietFrom: null, quietUntil: null }, { version: 1 })
const MINUTE = 60_000
const soon = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString()
const rule = { channel: 'sms' as const, text: 'Hello {{patient}}: {{doctor}}, {{time}}.', textAr: 'مرحبًا {{patient}}' }

let phones = 0
async function visitIn(minutes: number, wishes: { patient?: Record<string, unknown> } = {}) {
  const whose = await app.patient(branch, {
    phone_number: `+9665001${String(++phones).padStart(5, '0')}`,
    ...wishes.patient,
  })
  const at = new Date().toISOString()
  const { id } = await app.insert('appointment', {
    ...{ company_id: clinic.company_id, id: newId('apt'), created_at: soon(-10_000), updated_at: at, status: 'OPEN' },
    ...{ branch_id: branch.id, doctor_id: (await app.doctor([branch])).id, patient_id: whose.id },
    ...{ starts_at: soon(minutes), ends_at: soon(minutes + 30) },
  })
  return { id, patientId: whose.id, phone: whose.phone_number }
}
/** One rule alone reminds. */
async function ruled(wishes: Partial<typeof rule> & { minutesBefore?: number; channel?: 'sms' } = {}) {
  await app.sql('update reminder_rule set active = false where company_id = $1', [clinic.company_id])
  await app.sql('delete from reminder where company_id = $1', [clinic.company_id])
  await app.sql('delete from reminder_rule where company_id = $1', [clinic.company_id])
  const { body, text } = await api.call(addReminderRule, { name: 'Before', minutesBefore: 120, ...rule, ...wishes })
  assert.ok(body.data, text)
  return body.data
}
async function queue(): Promise<void> {
  await app.sql(`select graphile_worker.add_job('remind')`)
  await runJobs(app, { jobs: [remindEveryMinute] })
}
const send = () => runJobs(app, { jobs: [dispatchMessage] })
const sentTo = (patientId: string) =>
  app.sql<{ state: string; text: string; reminder: string; phone: string }>(
    `select message.state, message.text, reminder.state as reminder, thread.phone
     from communication as message join reminder on reminder.communication_id = message.id
     join conversation_message as said on said.communication_id = message.id
     join conversation as thread on thread.id = said.conversation_id
     where message.patient_id = $1 order by message.created_at, message.id`,
    [patientId],
  )

test('a patient is reminded once of a visit that is due, whatever the number of workers, and the day shows it', async () => {
  await ruled()
  const visit = await visitIn(115)
  const later = await visitIn(180)
  await app.sql(`select graphile_worker.add_job('remind'), graphile_worker.add_job('remind')`)
  await Promise.all([queue(), queue()])
  assert.equal((await api.call(getDayAppointment, { id: visit.id })).body.data.reminder, 'due')
  await send()
  await queue()
  await send()
  const [one, ...more] = await sentTo(visit.patientId)
  assert.deepEqual([one?.state, one?.phone, more], ['SENT', visit.phone, []])
  assert.match(one?.text ?? '', /^Hello [^:]+: Dr[^,]*, \d\d:\d\d\.$/)
  assert.equal((await api.call(getDayAppointment, { id: visit.id })).body.data.reminder, 'sent')
  assert.deepEqual(await sentTo(later.patientId), [])
})

const CHANGES: Readonly<Record<string, (visit: Awaited<ReturnType<typeof visitIn>>) => Promise<unknown>>> = {
  moved: ({ id }) =>
    api.call(updateDayAppointment, { id, start: soon(700), end: soon(730), urgent: true }, { version: 1 }),
  canceled: ({ id }) => api.call(moveDayAppointment, { id, from: 'OPEN', to: 'CANCELED', hold: false }),
  'canceled, held': ({ id }) => api.call(moveDayAppointment, { id, from: 'OPEN', to: 'CANCELED' }),
  'checked in, held': ({ id }) => api.call(moveDayAppointment, { id, from: 'OPEN', to: 'CHECKEDIN' }),
  archived: ({ patientId }) => app.sql('update patient set disabled = true where id = $1', [patientId]),
  'asked not to be reminded': ({ patientId }) =>
    app.sql('update patient set no_reminders = true where id = $1', [patientId]),
}
for (const [what, change] of Object.entries(CHANGES))
  test(`between the queue and the carrier the visit was ${what}: nothing is sent`, async () => {
    await ruled()
    const visit = await visitIn(115)
    await queue()
    await change(visit)
    await send()
    const [one] = await sentTo(visit.patientId)
    assert.deepEqual([one?.state, one?.reminder], ['CANCELED', 'CANCELED'])
    assert.deepEqual(
      await app.sql(
        `select 1 from event where company_id = $1 and type = 'message.sent' and data->>'id' in (
        select id from communication where patient_id = $2)`,
        [clinic.company_id, visit.patientId],
      ),
      [],
    )
  })

test('a visit that moves is reminded of anew', async () => {
  await ruled()
  const visit = await visitIn(110)
  await queue()
  await send()
  await api.call(updateDayAppointment, { id: visit.id, start: soon(118), end: soon(148), urgent: true }, { version: 1 })
  await queue()
  await send()
  assert.deepEqual(
    (await sentTo(visit.patientId)).map(({ state }) => state),
    ['SENT', 'SENT'],
  )
})

test('too late and too near is skipped: a worker that was away an hour, a visit booked after it was due', async () => {
  await ruled()
  const [late, near] = [await visitIn(55), await visitIn(20)]
  await queue()
  const states = await app.sql(
    'select appointment_id, state from reminder where appointment_id = any($1) order by starts_at',
    [[late.id, near.id]],
  )
  assert.deepEqual(states, [
    { appointment_id: near.id, state: 'SKIPPED' },
    { appointment_id: late.id, state: 'SKIPPED' },
  ])
  const visit = await visitIn(115)
  await queue()
  await app.sql(`update reminder set due_at = now() - interval '61 minutes' where appointment_id = $1`, [visit.id])
  await send()
  const [one] = await sentTo(visit.patientId)
  assert.deepEqual([one?.state, one?.reminder], ['CANCELED', 'SKIPPED'])
})

test('who has no phone is reminded by their guardian’s, and each in their own language', async () => {
  await ruled()
  const guardian = await app.patient(branch, { phone_number: '+966509999999' })
  const child = await visitIn(115, { patient: { phone_number: null, language: 'ar', first_name: 'سارة' } })
  await app.insert('patient_relation', {
    ...{ company_id: clinic.company_id, patient_id: child.patientId, related_id: guardian.id, kind: 'GUARDIAN' },
    created_at: new Date().toISOString(),
  })
  await queue()
  const [one] = await sentTo(child.patientId)
  assert.deepEqual([one?.phone, one?.text], ['+966509999999', 'مرحبًا سارة'])
})

test('a rule says by its channel what it sends, and when; a template that is not approved reminds no patient, and is told', async () => {
  await ruled()
  const refused = [
    [{ channel: 'sms', minutesBefore: 60 }, '/text'],
    [{ channel: 'whatsapp', minutesBefore: 60, text: 'Hello' }, '/templateName'],
    [{ channel: 'sms', text: 'Hello', minutesBefore: 60, daysBefore: 1, at: '18:00' }, '/minutesBefore'],
    [{ channel: 'sms', text: 'Hello', daysBefore: 1 }, '/at'],
    [{ channel: 'sms', text: 'Hello {{surname}}', minutesBefore: 60 }, '/text'],
  ] as const
  for (const [wishes, path] of refused) {
    const { body } = await api.call(addReminderRule, { name: 'Rule', ...wishes })
    assert.equal(body.error.details?.issues?.[0]?.path, path, JSON.stringify(wishes))
  }
  const whatsapp = {
    name: 'By WhatsApp',
    channel: 'whatsapp' as const,
    templateName: 'visit_tomorrow',
    minutesBefore: 120,
  }
  const added = await api.call(addReminderRule, { ...whatsapp, variables: ['patient', 'time'] })
  assert.equal(added.body.data.problem, 'no_template')
  const at = new Date().toISOString()
  await app.insert('message_template', {
    ...{ company_id: clinic.company_id, id: newId('mtp'), created_at: at, updated_at: at, name: 'visit_tomorrow' },
    ...{
      language: 'en',
      category: 'UTILITY',
      status: 'APPROVED',
      body: 'Dear {{1}}, come at {{2}}.',
      variable_count: 2,
    },
  })
  const { id, version } = added.body.data
  const fixed = await api.call(updateReminderRule, { id, variables: ['patient'] }, { version })
  assert.equal(fixed.body.data.problem, 'variables')
  const right = await api.call(
    updateReminderRule,
    { id, variables: ['patient', 'time'] },
    { version: fixed.body.data.version },
  )
  assert.equal(right.body.data.problem, null)
  const visit = await visitIn(115, { patient: { first_name: 'Salma' } })
  const preview = await api.call(previewReminderRule, { id })
  assert.match(preview.body.data.text ?? '', /^Dear .+, come at \d\d:\d\d\.$/)
  await queue()
  const texts = (await sentTo(visit.patientId)).map(({ text }) => text)
  assert.equal(texts.length, 2)
  assert.ok(
    texts.some(text => /^Dear Salma, come at \d\d:\d\d\.$/.test(text)),
    texts.join('\n'),
  )
})
