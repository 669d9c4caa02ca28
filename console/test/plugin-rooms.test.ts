import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runJobs } from '../../server/test/support/app/jobs.ts'
import { publish } from '../../server/test/support/clinic/manifests.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import { mailServer, wordsOf } from '../../server/test/support/servers/smtp-server.ts'
import { forgetStepUp, PASSWORD } from '../../server/test/support/staff/staff.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, button, said, startConsole } from './console.ts'
import { seedAlarms, seedDelivery } from './delivery-scenes.ts'
import { openAs, settled } from './logged-in.ts'
import { smileReminders } from './plugin-scenes.ts'

const app = await startConsole()
const browser = await startBrowser()

async function newClinic() {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
  return {
    clinic,
    branch: await app.branch(clinic),
    room: (path: string) => `${app.url}/c/${clinic.company_id}${path}`,
  }
}

test('a receptionist asks for a plugin; the owner has a notice and a mail within ten seconds, and installs it from the request', async () => {
  const { clinic, room } = await newClinic()
  const slug = 'asked-for'
  await publish(app, '1.0.0', { ...smileReminders(slug), settingsSchema: undefined, webhooks: [] })
  const desk = await openAs(app, browser, { clinic, role: 'receptionist' })
  await desk.page.goto(room('/plugins'))
  await settled(desk.page)
  assert.equal(await desk.page.getByRole('link', { name: /^Install/ }).count(), 0)
  await button(desk.page, /Ask the owner for/).click()
  const dialog = desk.page.getByRole('dialog')
  await dialog.getByLabel(/What it is wanted for/).fill('Patients forget their appointments.')
  await assertAccessible(desk.page, 'the question to the owner')
  const owner = await openAs(app, browser, { clinic })
  const server = await mailServer()
  const begun = performance.now()
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
  await said(desk.page, 'The owners are asked')
  await desk.page.getByText('Asked for', { exact: true }).first().waitFor()
  await app.sql(`select graphile_worker.add_job('send_owner_mail', job_key := 'send_owner_mail')`)
  await runJobs(app, {
    settings: { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'platform@clinic.example', BASE_URL: app.url },
  })
  await eventually(async () => server.taken.filter(({ to }) => to === owner.user.email).length, 1)
  const mail = server.taken.find(({ to }) => to === owner.user.email)
  assert.ok(mail && wordsOf(mail).includes(`/c/${clinic.company_id}/plugins`), 'the mail leads to the room')
  await owner.page.goto(room('/plugins'))
  await owner.page
    .getByRole('region', { name: 'To look at' })
    .getByText(/asks you to install the plugin/)
    .waitFor()
  assert.ok(performance.now() - begun < 10_000)
  await owner.page.getByText('Patients forget their appointments.').waitFor()
  await owner.page
    .getByRole('link', { name: /^Install/ })
    .first()
    .click()
  await button(owner.page, 'Agree and install').click()
  await owner.page.getByRole('heading', { level: 1, name: /is installed/ }).waitFor()
  const [request] = await app.sql<{ state: string }>('select state from install_request where company_id = $1', [
    clinic.company_id,
  ])
  assert.equal(request?.state, 'INSTALLED')
  for (const { close } of [desk, owner]) await close()
})

test('all plugins are stopped with a reason that every room shows; who starts them again recovers exactly what they missed', async () => {
  const { clinic, branch, room } = await newClinic()
  const { endpointId } = await seedDelivery(app, clinic, branch)
  const { token } = await app.installation(clinic)
  const { page, user, close } = await openAs(app, browser, { clinic })
  await page.goto(room('/plugins'))
  await settled(page)
  await button(page, 'Stop all plugins').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason (optional)').fill('Reminders came twice')
  await dialog.getByRole('button', { name: 'Stop all plugins' }).click()
  await said(page, 'All plugins are stopped')
  const bar = page.getByRole('alert').filter({ hasText: 'Reminders came twice' })
  await bar.waitFor()
  assert.equal((await app.api(token).get('/branches')).body.error?.code, 'installation_suspended')
  for (const path of ['/members', '/plugins/deliveries', '/security-events']) {
    await page.goto(room(path))
    await settled(page)
    await bar.waitFor()
  }
  await assertAccessible(page, 'the bar over a room')
  const missed = async () => (await app.sql('select from webhook_delivery where endpoint_id = $1', [endpointId])).length
  const before = await missed()
  const open = () => app.patient(branch)
  for (let n = 0; n < 3; n++) {
    const { id } = await open()
    await app.sql(
      `insert into event (company_id, id, type, created_at, data) values ($1, $2, 'patient.created', now(), $3)`,
      [
        clinic.company_id,
        `evt_missed${n}`,
        JSON.stringify({ object: 'patient', id, branchId: branch.id, doctorId: null }),
      ],
    )
  }
  await forgetStepUp(app, user)
  await button(page, 'Start again').click()
  await page.getByLabel('Your password').fill(PASSWORD)
  await button(page, 'Confirm').click()
  await said(page, 'The plugins go on')
  await button(page, /Recover .*3.* events/).click()
  await said(page, 'Being delivered again')
  await runJobs(app)
  assert.equal((await missed()) - before, 3)
  await bar.waitFor({ state: 'detached' })
  await close()
})

test('an event shows whom it was sent to, each attempt with its request, answer and timings, and is sent again', async () => {
  const { clinic, branch, room } = await newClinic()
  const { eventId, endpointId } = await seedDelivery(app, clinic, branch)
  const { page, violations, close } = await openAs(app, browser, { clinic })
  await page.goto(room('/plugins/deliveries?status=SUCCEEDED'))
  await page.getByText('No results').waitFor()
  await button(page, 'Clear filters').click()
  await page.getByRole('link', { name: 'patient.created' }).click()
  await page.waitForURL(new RegExp(eventId))
  await settled(page)
  await button(page, /Attempt .*1/).press('Enter')
  const sent = page.getByRole('region', { name: 'Request' })
  await sent.getByText('v1=••••').waitFor()
  await page
    .getByRole('region', { name: 'Answer', exact: true })
    .getByText('The database of the plugin is away.')
    .waitFor()
  for (const part of ['Connection', 'TLS', 'First byte', 'Total'])
    await page.getByRole('term').filter({ hasText: part }).waitFor()
  await assertAccessible(page, 'an attempt')
  await button(page, 'Resend').click()
  await said(page, 'It is sent again')
  await page.getByText(/Sent again/).waitFor()
  const rows = await app.sql("select from webhook_delivery where endpoint_id = $1 and origin = 'REDELIVERY'", [
    endpointId,
  ])
  assert.equal(rows.length, 1)

  // What is recovered is as much as was counted.
  await app.sql('delete from webhook_delivery where endpoint_id = $1', [endpointId])
  await page.goto(room('/plugins/deliveries?open=recover'))
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Endpoint').selectOption({ label: 'hooks.example' })
  await drawer.getByRole('button', { name: 'Count' }).click()
  await drawer.getByText(/1.* event was missed/).waitFor()
  await drawer.getByRole('button', { name: /Recover .*1.* event/ }).click()
  await runJobs(app)
  await drawer.getByText(/Done: .*1.* event/).waitFor()
  assert.equal((await app.sql('select from webhook_delivery where endpoint_id = $1', [endpointId])).length, 1)
  assert.deepEqual(violations, [])
  await close()
})

test('an endpoint that is off says why and what it missed, and is enabled and recovered with one button', async () => {
  const { clinic, branch, room } = await newClinic()
  const { installationId, endpointId } = await seedDelivery(app, clinic, branch)
  await app.sql('delete from webhook_delivery where endpoint_id = $1', [endpointId])
  await app.sql(
    `update webhook_endpoint set active = false, disabled_reason = 'consecutive_failures', updated_at = now() - interval '1 hour'
     where id = $1`,
    [endpointId],
  )
  const { page, close } = await openAs(app, browser, { clinic })
  await page.goto(room(`/plugins/installed/${installationId}?tab=endpoints&open=${endpointId}`))
  const drawer = page.getByRole('dialog')
  await drawer.getByText('its deliveries kept failing').waitFor()
  await drawer.getByText(/1.* event was missed/).waitFor()
  await drawer.getByRole('button', { name: 'Enable and recover' }).click()
  await said(page, 'The endpoint is on again')
  await eventually(
    async () => (await app.sql('select from webhook_recovery where endpoint_id = $1', [endpointId])).length,
    1,
  )
  await runJobs(app)
  assert.equal((await app.sql('select from webhook_delivery where endpoint_id = $1', [endpointId])).length, 1)
  await close()
})

test('a limit is raised where it is shown, unused optional permissions go together, and the developer is asked about required ones', async () => {
  const { clinic, room } = await newClinic()
  const slug = 'unused-scopes'
  await publish(app, '1.0.0', { ...smileReminders(slug), settingsSchema: undefined, webhooks: [] })
  const { page, close } = await openAs(app, browser, { clinic })
  await page.goto(room(`/plugins/catalogue/${slug}/install`))
  await page.getByText('Verified host').waitFor()
  for (const name of await page.locator('main').getByRole('checkbox').all()) await name.check()
  await page.getByRole('textbox', { name: 'Patients a day' }).fill('99')
  await button(page, 'Agree and install').click()
  await page.getByText(/At least .*100/).waitFor()
  await page.getByRole('textbox', { name: 'Patients a day' }).fill('2000')
  await button(page, 'Agree and install').click()
  await page.getByRole('link', { name: 'I have kept it' }).click()
  await button(page, 'Change the limit').click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Patients a day' }).fill('3000')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await said(page, /3000/)
  const row = async () =>
    (
      await app.sql<{ patients_per_day: number; granted_scopes: string[] }>(
        'select patients_per_day, granted_scopes from installation where company_id = $1',
        [clinic.company_id],
      )
    )[0]
  assert.equal((await row())?.patients_per_day, 3000)
  await app.sql('alter table consent_receipt disable trigger append_only')
  await app.sql("update consent_receipt set given_at = now() - interval '91 days' where company_id = $1", [
    clinic.company_id,
  ])
  await app.sql('alter table consent_receipt enable trigger append_only')
  await page.getByRole('link', { name: 'Access', exact: true }).click()
  await button(page, /Remove .*2.* unused optional scopes/).click()
  await said(page, 'The permissions are changed')
  assert.ok(!(await row())?.granted_scopes.some(scope => scope === 'payments:write' || scope === 'feedback:read'))
  await button(page, 'Ask the developer').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ask the developer' }).click()
  await said(page, /help@bright\.example.* was asked/)
  await button(page, /^Receipt/)
    .first()
    .click()
  await page.getByRole('dialog').getByText('Agreed by').waitFor()
  await assertAccessible(page, 'a receipt')
  await close()
})

test('security events: what is open comes first and is closed with a note; the mail of what is critical cannot be switched off; a notice leads to where it is said', async () => {
  const { clinic, branch, room } = await newClinic()
  const { installationId } = await seedDelivery(app, clinic, branch)
  await seedAlarms(app, clinic, installationId)
  const { page, close } = await openAs(app, browser, { clinic })
  await page.goto(room('/security-events'))
  await settled(page)
  const misuse = page.getByRole('article').filter({ hasText: 'is misused' }).first()
  await misuse.getByText('It came from an address that it may not be used from.').waitFor()
  await misuse.getByRole('button', { name: /^Acknowledge/ }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/What you found/)
    .fill('The server moved.')
  await assertAccessible(page, 'the question before it is closed')
  await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click()
  await said(page, 'It is closed')
  await page.locator('#main').getByText('The server moved.').waitFor()
  await button(page, 'Mails and thresholds').click()
  const drawer = page.getByRole('dialog')
  assert.ok(await drawer.getByRole('checkbox', { name: /Misused key/ }).isDisabled())
  await drawer.getByRole('checkbox', { name: 'Login from a new device' }).uncheck()
  await drawer.getByRole('button', { name: 'Save' }).click()
  await said(page, 'Saved the settings')
  const [muted] = await app.sql<{ muted_alarms: string[] }>('select muted_alarms from clinic where company_id = $1', [
    clinic.company_id,
  ])
  assert.deepEqual(muted?.muted_alarms, ['new_device'])
  const told = { day: '2026-11-03' }
  await app.sql("select raise_security_event($1, 'audit_broken', 'CRITICAL', 'day', $2)", [clinic.company_id, told])
  await page.goto(room('/members'))
  const notices = page.getByRole('region', { name: 'To look at' })
  const broken = notices.locator('.notice').filter({ hasText: /audit/i })
  await broken.getByRole('link', { name: 'Look at it' }).click()
  await page.getByRole('alert').filter({ hasText: '2026-11-03' }).waitFor()
  await settled(page)
  assert.deepEqual([new URL(page.url()).pathname, await broken.count()], [`/c/${clinic.company_id}/audit`, 0])
  await close()
})

test('in the sandbox an event is caused, faults stand until they are taken off, time moves, and the clinic begins anew', async () => {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة', sandbox: true })
  await app.branch(clinic)
  await app.installation(clinic, { events: ['patient.created'] })
  const { page, violations, close } = await openAs(app, browser, { clinic })
  await page.goto(`${app.url}/c/${clinic.company_id}/sandbox`)
  await page.getByRole('combobox', { name: 'Event', exact: true }).selectOption('patient.created')
  await button(page, 'Cause it').click()
  await page.getByRole('heading', { name: 'What happened' }).waitFor()
  assert.equal((await app.sql('select from patient where company_id = $1', [clinic.company_id])).length, 1)
  const part = (name: string) => page.locator('#main').getByRole('link', { name, exact: true }).click()
  await part('Faults')
  const failed = page.getByLabel('Failed, 500 (%)')
  await failed.fill('101')
  await button(page, 'Let it go wrong').click()
  await page.getByText('Enter a number within the bounds.').waitFor()
  await failed.fill('25')
  await button(page, 'Let it go wrong').click()
  await said(page, 'It goes wrong now')
  await page.reload()
  await page.getByText(/Goes wrong until .*\d\d:\d\d/).waitFor()
  assert.equal(await failed.inputValue(), '25')
  await assertAccessible(page, 'faults that stand')
  await button(page, 'End all of it').click()
  await said(page, 'Nothing goes wrong on purpose any more')
  await eventually(() => failed.inputValue(), '0')
  assert.equal(await page.getByText('Goes wrong until').count(), 0)
  await part('Move time')
  await button(page, '1 day').click()
  await button(page, 'Move the time').click()
  await page.getByText('How far it has come').waitFor()
  await runJobs(app)
  await page.getByText('The time was moved').waitFor()
  await part('Reset')
  await button(page, 'Reset the clinic').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset the clinic' }).click()
  await page.getByText('How far it has come').waitFor()
  await runJobs(app)
  await page.getByText('The clinic was reset').waitFor()
  assert.deepEqual(await app.sql('select from patient where company_id = $1', [clinic.company_id]), [])
  assert.deepEqual(violations, [])
  await close()
})
