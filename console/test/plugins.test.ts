import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { publish } from '../../server/test/support/clinic/manifests.ts'
import { template } from '../../server/test/support/clinic/message-templates.ts'
import { forgetStepUp, PASSWORD } from '../../server/test/support/staff/staff.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, button, said, startConsole } from './console.ts'
import { openAs, settled } from './logged-in.ts'
import { EVERY_FIELD, seedPlugins, smileReminders } from './plugin-scenes.ts'

const app = await startConsole()
const browser = await startBrowser()

async function newClinic() {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
  const branch = await app.branch(clinic)
  return { clinic, branch, doctor: await app.doctor([branch]) }
}

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts of this plugin' }).getByRole('link', { name, exact: true })
const statusOf = async (token: string, path = '/appointments') => (await app.api(token).get(path)).status
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

test('an owner installs in three clicks besides the consent page: the key is shown once, the receipt names the person', async () => {
  const { clinic, branch, doctor } = await newClinic()
  const slug = 'walk-reminders'
  await publish(app, '1.0.0', smileReminders(slug))
  const { page, user, violations, close } = await openAs(app, browser, { clinic })
  await page.goto(app.url)
  await page.getByRole('link', { name: 'Plugins', exact: true }).click()
  await page.getByRole('link', { name: /Install .*Smile Reminders/ }).click()
  await page.getByRole('heading', { level: 1, name: /Install .*Smile Reminders/ }).waitFor()
  for (const tier of ['Clinic', 'Records without names', 'Names and contacts', 'Money'])
    await page.getByRole('heading', { level: 3, name: tier, exact: true }).first().waitFor()
  const ticked = page.locator('main').getByRole('checkbox', { checked: true })
  assert.equal(await ticked.count(), 0, 'what is optional is not ticked')

  // What is missing is said at its field, which takes the focus; nothing was sent.
  await button(page, 'Agree and install').click()
  await page.locator('[aria-invalid=true]:focus').waitFor()
  await page.getByText('Required', { exact: true }).first().waitFor()

  const secret = page.getByRole('textbox', { name: /^Key of the sender/ })
  await secret.fill('short')
  await button(page, 'Agree and install').click()
  await page.getByText(/At least .*8.* characters/).waitFor()
  await secret.fill('a-planted-secret')
  await field(page, 'Greeting').fill('Good morning')
  await field(page, 'Rate').fill('٢٫٥')
  await page.getByLabel('Quiet from', { exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('switch', { name: 'Quiet at night' }).click()
  await field(page, 'Quiet from').fill('22:00')
  await field(page, 'Channel').selectOption('sms')
  await page.getByRole('group', { name: 'Also by' }).getByRole('checkbox', { name: 'E-mail' }).check()
  await field(page, 'Website').fill('https://palm.example/')
  await field(page, 'Reply to').fill('desk@palm.example')
  await field(page, 'Phone').fill('+966501234567')
  await field(page, 'Start on').fill('2026-12-01')
  await field(page, 'Branch').selectOption({ label: branch.name })
  await field(page, 'Doctor').selectOption({ label: doctor.display_name })
  assert.equal(await field(page, 'Template').isDisabled(), true, 'there is no template to choose')
  await field(page, 'Bookings').fill('https://93.184.215.14/hook')
  await button(page, 'Agree and install').click()

  await page.getByRole('heading', { level: 1, name: /Smile Reminders.* is installed/ }).waitFor()
  const token = (await page.getByText(/^plg_live_/).textContent()) ?? ''
  await page.getByText(/^whsec_/).waitFor()
  await assertAccessible(page, 'what is shown once')
  // The plugin's key is for the addresses that its manifest names.
  assert.equal(await statusOf(token), 403)
  const [receipt] = await app.sql<{ given_by: string; giver_name: string }>(
    'select given_by, giver_name from consent_receipt where company_id = $1',
    [clinic.company_id],
  )
  assert.deepEqual(receipt, { given_by: `staff ${user.id}`, giver_name: 'Person' })
  const [{ settings } = { settings: {} }] = await app.sql<{ settings: Record<string, unknown> }>(
    'select settings from installation where company_id = $1',
    [clinic.company_id],
  )
  assert.deepEqual(settings, {
    ...{ greeting: 'Good morning', apiKey: '••••', rate: 2.5, hours: 24, quiet: true, quietFrom: '22:00' },
    ...{ channel: 'sms', also: ['mail'], site: 'https://palm.example/', mail: 'desk@palm.example' },
    ...{ phone: '+966501234567', start: '2026-12-01', branch: branch.id, doctor: doctor.id },
  })
  assert.equal(Object.keys(settings).length, (EVERY_FIELD?.fields.length ?? 0) - 1)

  // It is not shown again, and no page holds the secret.
  await page.getByRole('link', { name: 'I have kept it' }).click()
  await tab(page, 'Settings').click()
  await page.getByText('A value is set').waitFor()
  assert.ok(!(await page.content()).includes('planted-secret'))
  const { id: templateId } = await template(app, clinic)
  await page.reload()
  await field(page, 'Template').selectOption(templateId)
  await field(page, 'Greeting').fill('Good evening')
  await button(page, 'Save the settings').click()
  await said(page, /Saved the settings/)
  const [saved] = await app.sql<{ settings: Record<string, unknown> }>(
    'select settings from installation where company_id = $1',
    [clinic.company_id],
  )
  assert.deepEqual(saved?.settings, { ...settings, greeting: 'Good evening', template: templateId })
  assert.deepEqual(violations, [])
  await close()
})

test('the same key goes along when an answer was lost: one plugin is installed', async () => {
  const { clinic } = await newClinic()
  const slug = 'lost-answer'
  await publish(app, '1.0.0', { ...smileReminders(slug), settingsSchema: undefined, webhooks: [] })
  const { page, close } = await openAs(app, browser, { clinic })
  const keys: string[] = []
  let lost = false
  await page.route('**/staff/v1/installations', async route => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    if (lost) return route.continue()
    lost = true
    await route.fetch()
    await route.abort()
  })
  await page.goto(`${app.url}/c/${clinic.company_id}/plugins/catalogue/${slug}/install`)
  await button(page, 'Agree and install').click()
  await page.getByRole('alert').filter({ hasText: 'The server cannot be reached' }).waitFor()
  await button(page, 'Agree and install').click()
  await page.getByRole('heading', { level: 1, name: /is installed/ }).waitFor()
  assert.equal(new Set(keys).size, 1)
  assert.equal(keys.length, 2)
  const rows = await app.sql('select id from installation where company_id = $1', [clinic.company_id])
  assert.equal(rows.length, 1)
  await close()
})

test('who may not manage plugins sees them, and is offered nothing that they may not do', async () => {
  const { clinic } = await newClinic()
  const { id, slug } = await seedPlugins(app, clinic)
  const { page, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  const room = `${app.url}/c/${clinic.company_id}/plugins`
  await page.goto(room)
  await settled(page)
  assert.equal(await page.getByRole('link', { name: /^Install/ }).count(), 0)
  await page.getByRole('link', { name: 'Smile Reminders', exact: true }).click()
  await settled(page)
  for (const name of ['Keys', 'Endpoints', 'Settings']) assert.equal(await tab(page, name).count(), 0, name)
  assert.equal(await button(page, /Suspend|Uninstall|Look at what changes/).count(), 0)
  await page.goto(`${room}/installed/${id}?tab=keys`)
  await page.getByRole('heading', { name: 'What it may do' }).waitFor()
  await page.goto(`${room}/catalogue/${slug}/install`)
  await page.getByRole('heading', { level: 1, name: 'Not open to your role' }).waitFor()
  assert.deepEqual(await page.locator('main li').allInnerTexts(), ['Owner', 'Administrator'])
  await close()
})

test('a key is made after a step-up, shown once and revoked; what is open stands in the address', async () => {
  const { clinic } = await newClinic()
  const { id } = await seedPlugins(app, clinic)
  const { page, user, close } = await openAs(app, browser, { clinic })
  await page.goto(`${app.url}/c/${clinic.company_id}/plugins/installed/${id}?tab=keys`)
  await settled(page)
  await forgetStepUp(app, user)
  await button(page, 'New key').click()
  await page.waitForURL(/open=new/)
  const drawer = page.getByRole('dialog', { name: 'New key' })
  await drawer.getByLabel('Days until it ends').fill('400')
  await drawer.getByRole('button', { name: 'Make the key' }).click()
  await drawer.getByText('Required', { exact: true }).waitFor()
  await drawer.getByText(/At most .*365/).waitFor()
  await drawer.getByLabel(/^Name/).fill('Night server')
  await drawer.getByLabel('Days until it ends').fill('٣٠')
  await drawer.getByLabel('Address ranges (optional)').fill('')
  await drawer.getByRole('button', { name: 'Make the key' }).click()
  await page.getByLabel('Your password').fill(PASSWORD)
  await button(page, 'Confirm').click()
  const token = (await drawer.getByText(/^plg_live_/).textContent()) ?? ''
  assert.equal(await statusOf(token), 200)
  await drawer.getByRole('button', { name: 'I have kept it' }).click()
  await drawer.waitFor({ state: 'detached' })
  await button(page, 'Night server').click()
  const opened = page.getByRole('dialog', { name: 'Night server' })
  await opened.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog', { name: 'Revoke for good?' }).getByRole('button', { name: 'Revoke' }).click()
  await said(page, 'The key is revoked')
  assert.equal(await statusOf(token), 401)
  await page.getByRole('cell', { name: 'Revoked' }).waitFor()
  // The rows are walked by the keyboard, and ticked in the address.
  await page.getByRole('checkbox', { name: /Select .*Production server/ }).check()
  await page.waitForURL(/selected=/)
  await page.reload()
  await button(page, /Revoke .*1.* key/).waitFor()
  await page.locator('[data-row]').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.locator('tbody tr:nth-child(2) [data-row]:focus').waitFor()
  await page.keyboard.press('k')
  await page.locator('tbody tr:nth-child(1) [data-row]:focus').waitFor()
  await close()
})

test('an update that asks for more is approved by its difference, an optional scope is taken back, the plugin is stopped, let go on and removed', async () => {
  const { clinic } = await newClinic()
  const { id } = await seedPlugins(app, clinic)
  const { page, close } = await openAs(app, browser, { clinic })
  await page.goto(`${app.url}/c/${clinic.company_id}/plugins/installed/${id}`)
  await page.getByRole('link', { name: 'Look at what changes' }).click()
  await page.getByRole('heading', { level: 1, name: /What version .*2\.0\.0.* changes/ }).waitFor()
  await page.getByRole('heading', { name: 'It would also', exact: true }).waitFor()
  await button(page, 'Approve').click()
  await said(page, /Smile Reminders.* is updated/)
  await tab(page, 'Access').click()
  await page.getByText(/Person.*, version .*2\.0\.0/).waitFor()
  const row = async () =>
    (await app.sql<{ status: string; granted_scopes: string[] }>('select * from installation where id = $1', [id]))[0]
  assert.ok((await row())?.granted_scopes.includes('invoices:read'))

  const grants = page.getByRole('button', { name: /^Grant: / })
  await grants.first().click()
  await said(page, 'The permissions are changed')
  await page.getByRole('button', { name: /^Remove: / }).waitFor()
  const besides = (await row())?.granted_scopes.length ?? 0
  await page.getByRole('button', { name: /^Remove: / }).click()
  await page.getByRole('button', { name: /^Remove: / }).waitFor({ state: 'detached' })
  assert.equal((await row())?.granted_scopes.length, besides - 1)

  await button(page, 'Suspend').click()
  const question = page.getByRole('dialog')
  await question.getByLabel('Reason (optional)').fill('It sent reminders twice')
  await assertAccessible(page, 'the question before suspending')
  await question.getByRole('button', { name: 'Suspend' }).click()
  await said(page, /is suspended/)
  assert.equal((await row())?.status, 'SUSPENDED')
  await tab(page, 'Overview').click()
  await page.getByText('It sent reminders twice').waitFor()
  await button(page, 'Resume').click()
  await said(page, /goes on/)

  await button(page, 'Uninstall').click()
  await question.getByRole('textbox').fill('another-name')
  await question.getByRole('button', { name: 'Uninstall' }).click()
  await question.getByRole('alert').filter({ hasText: 'not the name of the plugin' }).waitFor()
  const slug = /Type .*?([a-z]+-\d+)/.exec((await question.textContent()) ?? '')?.[1] ?? ''
  await question.getByRole('textbox').fill(slug)
  await question.getByRole('button', { name: 'Uninstall' }).click()
  await said(page, /is removed/)
  assert.equal((await row())?.status, 'UNINSTALLED')
  await page.getByText('This plugin was removed.').waitFor()
  assert.equal(await tab(page, 'Keys').count(), 0)
  await close()
})
