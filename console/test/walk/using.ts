import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { verifyWebhook } from '@clinic/sdk/verify-webhook.ts'
import type { Page } from 'playwright-core'
import { runJobs } from '../../../server/test/support/app/jobs.ts'
import { atEnd } from '../../../server/test/support/at-end.ts'
import { filesIn } from '../../../server/test/support/files-in-zip.ts'
import { assertAccessible, said } from '../console.ts'
import { settled } from '../logged-in.ts'
import { button, heading, type Place, SLUG } from './publishing.ts'

/** What the plugin was given when it was installed. */
export interface Installed {
  token: string
  secret: string
}

/** The receptionist asks for it, with what it is wanted for. */
export async function askForPlugin(page: Page, plugins: string): Promise<void> {
  await page.goto(plugins)
  await button(page, /Ask the owner for/).click()
  await page
    .getByRole('dialog')
    .getByLabel(/What it is wanted for/)
    .fill('Patients forget their appointments.')
  await page.getByRole('dialog').getByRole('button', { name: 'Ask', exact: true }).click()
  await said(page, 'The owners are asked')
}

/** The owner reads what it would see, and installs it from the request. */
export async function consentAndInstall({ receiver }: Place, page: Page, plugins: string): Promise<Installed> {
  await page.goto(plugins)
  const asked = page.getByRole('region', { name: 'To look at' })
  await asked.getByText(/asks you to install the plugin/).waitFor()
  await page
    .getByRole('link', { name: /^Install/ })
    .first()
    .click()
  await heading(page, /Install/)
  await page.getByLabel('Appointments').fill(receiver.url)
  await button(page, 'Agree and install').click()
  await heading(page, /is installed/)
  const [token, secret] = [await page.getByText(/^plg_/).textContent(), await page.getByText(/^whsec_/).textContent()]
  await page.getByRole('link', { name: 'I have kept it' }).click()
  await settled(page)
  return { token: token ?? '', secret: secret ?? '' }
}

/** The plugin books the first slot that is free, and hears of it. */
export async function bookAndHear(
  { app, receiver }: Place,
  { token, secret }: Installed,
  { patientId, doctorId, branchId }: Readonly<Record<'patientId' | 'doctorId' | 'branchId', string>>,
): Promise<void> {
  const api = app.api(token)
  const before = receiver.received.length
  const { data } = (await api.get(`/availability?doctorId=${doctorId}&branchId=${branchId}`)).body
  const [slot] = Object(data).days.flatMap((day: { slots: { start: string; end: string }[] }) => day.slots)
  const booking = { patientId, doctorId, branchId, start: slot.start, end: slot.end }
  const booked = await api.post('/appointments', booking)
  assert.equal(booked.status, 201, JSON.stringify(booked.body))
  const got = (await receiver.got(before + 1))[before]
  const event = await verifyWebhook(got?.rawBody ?? '', { ...got?.headers }, secret)
  assert.equal(event.type, 'appointment.created')
  assert.equal(Object(event.data).id, Object(booked.body.data).id)
}

/** Of a delivery that failed the answer is looked at; it is sent again, and arrives. */
export async function inspectAndResend({ receiver }: Place, page: Page, deliveries: string): Promise<void> {
  const before = receiver.received.length
  await page.goto(deliveries)
  await page.getByRole('link', { name: 'appointment.created' }).first().click()
  await settled(page)
  await button(page, /Attempt .*1/).press('Enter')
  await page.getByRole('region', { name: 'Answer', exact: true }).getByText('The database is away.').waitFor()
  await button(page, 'Resend').click()
  await said(page, 'It is sent again')
  await receiver.got(before + 1)
}

/** What a new version asks for besides is read and approved. */
export async function approveUpgrade(page: Page, plugins: string): Promise<void> {
  await page.goto(plugins)
  await page.getByRole('link', { name: 'Smile reminders' }).first().click()
  await page.getByRole('link', { name: 'Look at what changes' }).click()
  await page.getByRole('heading', { name: 'It would also', exact: true }).waitFor()
  await assertAccessible(page, 'what a new version asks for')
  await button(page, 'Approve').click()
  await said(page, /is updated/)
}

/** The owner sees who saw the patient, and has it proven. */
export async function seeAndVerify({ app }: Place, page: Page, room: (path: string) => string, patientId: string) {
  await page.goto(room(`/patients/${patientId}/disclosure`))
  await page.getByRole('table').getByText('Smile reminders').first().waitFor()
  await page.goto(room(`/audit?patient=${patientId}&open=export`))
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Form').selectOption('bundle')
  await button(page, 'Export').last().click()
  await said(page, 'The export has begun')
  await runJobs(app, { deps: { files: app.app.files } })
  const fetched = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download/ }).click()
  const folder = await mkdtemp(join(tmpdir(), 'clinic-walk-'))
  atEnd(() => rm(folder, { recursive: true }))
  const chunks: Buffer[] = []
  for await (const chunk of await (await fetched).createReadStream()) chunks.push(chunk)
  for (const [name, bytes] of filesIn(Buffer.concat(chunks))) await writeFile(join(folder, name), bytes)
  const verifying = promisify(execFile)(process.execPath, [join(folder, 'verify.mjs')])
  const { stdout } = await verifying.catch(({ message, stdout: told, stderr }) =>
    assert.fail(`${message}\n${told}\n${stderr}`),
  )
  assert.match(stdout, /^OK: /)
}

/** All plugins are stopped: the next request of one is refused. Then this one is removed. */
export async function stopAndUninstall({ app }: Place, page: Page, plugins: string, { token }: Installed) {
  await page.goto(plugins)
  await button(page, 'Stop all plugins').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop all plugins' }).click()
  await said(page, 'All plugins are stopped')
  assert.equal((await app.api(token).get('/appointments')).body.error?.code, 'installation_suspended')
  await page.getByRole('link', { name: 'Smile reminders' }).first().click()
  await button(page, 'Uninstall').click()
  const question = page.getByRole('dialog')
  await question.getByRole('textbox').fill(SLUG)
  await question.getByRole('button', { name: 'Uninstall' }).click()
  await said(page, /is removed/)
  assert.equal((await app.api(token).get('/appointments')).body.error?.code, 'token_revoked')
}
