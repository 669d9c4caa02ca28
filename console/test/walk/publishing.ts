import assert from 'node:assert/strict'
import { validateManifest } from '@clinic/contract/manifest.ts'
import { verifyWebhook } from '@clinic/sdk/verify-webhook.ts'
import { generate } from 'otplib'
import type { Page } from 'playwright-core'
import { matchesPattern } from '../../../server/src/domain/plugins/setting-pattern.ts'
import type { TestApp } from '../../../server/test/support/app/harness.ts'
import { runJobs } from '../../../server/test/support/app/jobs.ts'
import { manifest } from '../../../server/test/support/clinic/manifests.ts'
import { mailedToken } from '../../../server/test/support/staff/staff-mail.ts'
import type { Receiver } from '../../../server/test/support/webhooks/receiver.ts'
import { assertAccessible } from '../console.ts'
import type { PublisherSite } from './publisher-site.ts'

/** Where it is walked: a started product, and the plugin's backend and the site of who makes it. */
export interface Place {
  app: TestApp
  receiver: Receiver
  site: PublisherSite
}

export const SLUG = 'nadia-reminders'
const PASSWORD = 'four quite other words here'
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const link = (page: Page, name: string) => page.locator('#rooms').getByRole('link', { name, exact: true })

const sound = manifest(SLUG, {
  plugin: { ...manifest(SLUG).plugin, developerName: 'Nadia Software' },
  requestedScopes: ['appointments:read', 'appointments:write', 'patients:read', 'availability:read'],
  webhooks: [{ name: { en: 'Appointments', ar: 'المواعيد' }, events: ['appointment.*'] }],
})

/** Twelve faults, each at a place of its own. */
const faulty: Record<string, unknown> = {
  ...sound,
  plugin: { ...sound.plugin, name: { en: '' }, supportEmail: 'nobody', privacyPolicyUrl: 'http://x.example' },
  requestedScopes: ['patients:read', 'patients:everything'],
  optionalScopes: ['patients:read'],
  requestedEvents: ['appointment.created', 'appointment.*'],
  webhooks: [{ name: { en: 'A' }, events: ['invoice.paid', 'nothing.happened'] }],
  allowedIpRanges: ['203.0.113.0/33'],
  settingsSchema: { version: 1, fields: [{ key: 'Hours', type: 'integer', label: { en: 'Hours' } }] },
  surprise: true,
  manifestVersion: 2,
}

export async function signUp({ app }: Place, page: Page): Promise<void> {
  await page.goto(`${app.url}/signup`)
  await page.getByLabel('Your name').fill('Nadia Omar')
  await page.getByLabel('E-mail address').fill('nadia@nadia.example')
  await assertAccessible(page, 'the sign-up')
  await button(page, 'Send me a link').click()
  await page.getByText(/A mail is on its way/).waitFor()
  await page.goto(`${app.url}/signup/${await mailedToken(app, 'nadia@nadia.example')}`)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await assertAccessible(page, 'the choice of a password')
  await button(page, 'Create my login').click()
  await heading(page, 'Publishers')
}

export async function createPublisher({ site }: Place, page: Page): Promise<void> {
  await button(page, 'Create a publisher').click()
  await page.getByText('Required', { exact: true }).first().waitFor()
  await page.getByLabel(/^Name in English/).fill('Nadia Software')
  await page.getByLabel(/^Website/).fill(`https://${site.host}/plugins`)
  await page.getByLabel(/^Support e-mail/).fill('help@nadia.example')
  await button(page, 'Create a publisher').click()
  await heading(page, 'Own plugins')
  await button(page, 'New plugin').click()
  await page.getByLabel(/^Short name/).fill(SLUG)
  await button(page, 'Take the name').click()
  await heading(page, /New version of/)
}

/** The faults of a manifest stand at their lines, and it is uploaded when it is mended. */
export async function uploadManifest(page: Page): Promise<void> {
  const editor = page.getByRole('textbox', { name: 'Manifest' })
  const text = JSON.stringify(faulty, null, 2)
  await editor.fill(text.replace('"surprise"', 'surprise'))
  await page.getByText(/This is no JSON/).waitFor()
  await editor.fill(text)
  await button(page, 'Check').click()
  const found = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Line/ }) })
  await found.nth(11).waitFor()
  const pointers = await found.locator('bdi.code').allInnerTexts()
  assert.deepEqual(
    pointers.sort(),
    validateManifest(faulty, matchesPattern)
      .map(({ path }) => path)
      .sort(),
  )
  await assertAccessible(page, 'a manifest with faults')
  await found.filter({ hasText: '/surprise' }).getByRole('button').click()
  const [start, end]: [number, number] = await page.evaluate(
    '[document.activeElement.selectionStart, document.activeElement.selectionEnd]',
  )
  assert.equal(text.slice(start, end).trim(), '"surprise": true')
  await button(page, 'Upload').click()
  await found.nth(11).waitFor()
  await editor.fill(JSON.stringify(sound, null, 2))
  await button(page, 'Check').click()
  await page.getByText('The manifest has no problem.').waitFor()
  await button(page, 'Upload').click()
  await heading(page, /nadia-reminders.*version.*1\.0\.0/)
}

/** Installs it in the sandbox, and has a signed event delivered to the receiver. */
export async function tryOut({ app, receiver }: Place, page: Page): Promise<void> {
  await page.getByRole('link', { name: 'What clinics agree to' }).click()
  await page.getByRole('heading', { name: 'What it needs' }).waitFor()
  await page.getByRole('heading', { name: 'ما تحتاج إليه' }).waitFor()
  await link(page, 'Sandbox').click()
  // What clinics agree to is shown with a field of the same name.
  await button(page, 'Test install').waitFor()
  await page.getByLabel('Appointments').fill(receiver.url)
  await button(page, 'Test install').click()
  await heading(page, /is installed in the sandbox/)
  const secret = (await page.getByText(/^whsec_/).textContent()) ?? ''
  const token = (await page.getByText(/^plg_test_/).textContent()) ?? ''
  assert.equal((await app.api(token).get('/appointments?limit=1')).status, 200)
  await assertAccessible(page, 'a key and a secret that are shown once')
  await page.getByRole('link', { name: 'To the installation' }).click()
  await page.getByRole('link', { name: 'Endpoints', exact: true }).click()
  await button(page, /^Send a test event/).click()
  const [sent] = await receiver.got(1)
  const event = await verifyWebhook(sent?.rawBody ?? '', { ...sent?.headers }, secret)
  assert.equal(event.type, 'appointment.created')
  await page.getByRole('link', { name: 'Deliveries', exact: true }).click()
  await page.locator('.tag', { hasText: 'Arrived' }).waitFor()
  await page.getByRole('button', { name: 'appointment.created' }).click()
  await button(page, 'Request of attempt 1')
    .or(page.getByRole('button', { name: /Request of attempt/ }))
    .click()
  await page.getByText(/v1=•+/).waitFor()
  await page.keyboard.press('Escape')
}

/** What is missing is named, and published when it is there; the link leads into a clinic. */
export async function publish({ app, site }: Place, page: Page): Promise<string> {
  await link(page, 'Own plugins').click()
  await page.getByRole('link', { name: SLUG }).click()
  await page.getByRole('link', { name: '1.0.0' }).click()
  await page.getByRole('link', { name: 'Set up a second factor' }).click()
  await button(page, 'Set up').click()
  const secret = ((await page.locator('.key').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Code from the app').fill(await generate({ secret }))
  await page.keyboard.press('Enter')
  await button(page, 'I have kept them').click()
  await page.goto(`${app.url}/publisher`)
  await page.getByRole('link', { name: 'Nadia Software', exact: true }).click()
  await verifyHost(site, page)
  await link(page, 'Own plugins').click()
  await page.getByRole('link', { name: SLUG }).click()
  await page.getByRole('link', { name: '1.0.0' }).click()
  await page.getByRole('heading', { name: 'Before it can be published' }).waitFor()
  await button(page, 'Publish').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('status').filter({ hasText: 'is published' }).waitFor()
  await link(page, 'Own plugins').click()
  await page.getByRole('link', { name: SLUG }).click()
  await page.getByRole('link', { name: 'Links', exact: true }).click()
  await button(page, 'New link').click()
  await button(page, 'Make the link').click()
  return (await page.getByText(/\/install\//).textContent()) ?? ''
}

/** The host does not name the publisher before its file is placed where the page says, with the line that it shows. */
async function verifyHost(site: PublisherSite, page: Page): Promise<void> {
  await link(page, 'Publisher’s settings').click()
  await page.getByText(`https://${site.host}/.well-known/clinic-publisher.txt`).waitFor()
  await button(page, 'Check now').click()
  await page.getByText(/^The file is not there/).waitFor()
  site.name((await page.getByText(/^pub_/).textContent()) ?? '')
  await button(page, 'Check now').click()
  await page.getByText('The host names this publisher: it is verified.').waitFor()
  await page.getByText(/is verified\. Leave the file/).waitFor()
}

/** The next version asks for invoices besides, and goes to the clinics that have the plugin. */
export async function publishUpgrade({ app }: Place, page: Page): Promise<void> {
  await page.goto(`${app.url}/publisher`)
  await page.getByRole('link', { name: 'Nadia Software', exact: true }).click()
  await page.getByRole('link', { name: SLUG }).click()
  await page.getByRole('link', { name: 'New version' }).click()
  const asksForMore = { ...sound, requestedScopes: [...sound.requestedScopes, 'invoices:read'] }
  await page.getByRole('textbox', { name: 'Manifest' }).fill(JSON.stringify(asksForMore, null, 2))
  await button(page, 'Upload').click()
  await heading(page, /nadia-reminders.*version/)
  await button(page, 'Publish').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('status').filter({ hasText: 'is published' }).waitFor()
  await runJobs(app)
}
