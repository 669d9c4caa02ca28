import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, assertFits, DESKTOP, openPage, PHONE, startConsole } from '../../console/test/console.ts'
import { startAssistantSite } from './support/oauth/assistant-site.ts'
import { oauthClient } from './support/oauth/connecting.ts'
import { authorizationRequest } from './support/oauth/connecting-browser.ts'
import { member, PASSWORD, person } from './support/staff/staff.ts'

const app = await startConsole()
const site = await startAssistantSite()
const client = oauthClient(app)
const REDIRECT = 'https://assistant.example/callback'
const clientId = await client.newClient('Assistant', REDIRECT)
const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })

async function newDoctor(clinics = [clinic]) {
  const doctor = await person(app)
  for (const each of clinics) await member(app, doctor, each)
  return doctor
}
const doctor = await newDoctor()

const link = (state: string, changes: Record<string, string> = {}) =>
  `${app.url}${authorizationRequest({ clientId, redirect_uri: REDIRECT, state, ...changes }).path}`

/** Follows a link on the assistant's site: what another site starts comes without the Strict cookie. */
async function follow(page: Page, href: string) {
  site.pages.set('/start', `<a href="${href.replaceAll('&', '&amp;')}">Connect</a>`)
  await page.goto('https://assistant.example/start')
  await page.getByRole('link', { name: 'Connect' }).click()
}

async function logIn(page: Page, { email } = doctor) {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** A user who is logged in on the console already. */
async function loggedIn(who = doctor, options = {}) {
  const opened = await openPage(site.browser, options)
  const { page } = opened
  await page.context().request.post(`${app.url}/staff/v1/session`, {
    data: { email: who.email, password: PASSWORD },
    headers: { origin: app.url },
  })
  return opened
}

const allow = (page: Page) => page.getByRole('button', { name: 'Allow', exact: true })
const arrived = (page: Page, at = 'assistant.example/callback') => page.getByText(`Arrived at ${at}`).waitFor()
const answered = (state: string) =>
  site.asked.filter(url => url.includes(`state=${state}`) && url.includes('code=mcc_'))

test('a doctor follows the assistant’s link, logs in, allows, and arrives at the assistant with a code', async () => {
  const { page, violations, close } = await openPage(site.browser)
  await follow(page, link('whole'))
  await logIn(page)
  await page.getByRole('heading', { name: 'Let “Assistant” read from your clinic?' }).waitFor()
  assert.equal(await page.evaluate('document.activeElement.tagName'), 'BODY')
  await allow(page).click()
  await arrived(page)
  assert.equal(answered('whole').length, 1)
  assert.deepEqual(violations, [])
  await close()
})

test('who is logged in already comes to the consent, though the Strict cookie does not come with what another site starts', async () => {
  const { page, violations, close } = await loggedIn()
  await follow(page, link('strict'))
  await allow(page).click()
  await arrived(page)
  assert.deepEqual([answered('strict').length, violations], [1, []])
  await close()
})

test('where another site leads straight back to the flow, the page finds the login all the same', async () => {
  const { page, close } = await loggedIn()
  await follow(page, link('straight'))
  await allow(page).waitFor()
  site.redirects.set('/straight', page.url())
  await page.goto('https://assistant.example/elsewhere')
  await follow(page, 'https://elsewhere.example/straight')
  await allow(page).click()
  await arrived(page)
  assert.equal(answered('straight').length, 1)
  await close()
})

test('two tabs are two connections, whichever ends first', async () => {
  const { page: first, close } = await loggedIn()
  const second = await first.context().newPage()
  await follow(first, link('first'))
  await allow(first).waitFor()
  await follow(second, link('second'))
  await allow(second).click()
  await arrived(second)
  await allow(first).click()
  await arrived(first)
  assert.deepEqual([answered('first').length, answered('second').length], [1, 1])
  await close()
})

test('the pages cannot be framed', async () => {
  const { page, close } = await loggedIn()
  await follow(page, link('framed'))
  await allow(page).waitFor()
  site.pages.set('/frame', `<iframe src="${page.url()}"></iframe>`)
  const refused = page.waitForEvent('console', message => /frame/i.test(message.text()))
  await page.goto('http://evil.example/frame')
  assert.match((await refused).text(), /frame-ancestors 'none'|X-Frame-Options/)
  const [, frame] = page.frames()
  assert.doesNotMatch((await frame?.content()) ?? '', /Palm Clinic/)
  await close()
})

test('another site cannot decide, even where it knows everything that the form holds', async () => {
  const { page, close } = await loggedIn()
  await follow(page, link('forged'))
  const form = page.locator('form')
  await form.waitFor()
  const markup = await form.evaluate((element: { outerHTML: string }) => element.outerHTML)
  site.pages.set('/forge', markup.replace('action="', `action="${app.url}`))
  await page.goto('http://evil.example/forge')
  await allow(page).click()
  await page.getByRole('heading', { name: 'That did not come from our page' }).waitFor()
  assert.deepEqual(answered('forged'), [])
  await close()
})

test('a browser holds every hop after the form to the one origin that was added, so apps that hop on are answered by a page', async () => {
  const claude = 'https://claude.ai/api/mcp/auth_callback'
  const hopping = 'https://assistant.example/hops-on'
  site.redirects.set('/api/mcp/auth_callback', 'https://elsewhere.example/landed')
  site.redirects.set('/hops-on', 'https://elsewhere.example/landed')
  const cases = [
    { uri: claude, isHeld: false },
    { uri: hopping, isHeld: true },
  ]
  for (const { uri, isHeld } of cases) {
    const { page, violations, close } = await loggedIn()
    const id = await client.newClient('Claude', uri)
    await follow(page, link(isHeld ? 'held' : 'free', { client_id: id, redirect_uri: uri }))
    await allow(page).click()
    if (isHeld) await until(() => violations.length > 0)
    else await arrived(page, 'elsewhere.example/landed')
    assert.equal(answered(isHeld ? 'held' : 'free').length, 1, 'The code arrives in either case.')
    assert.equal(violations.length > 0, isHeld, violations.join())
    await close()
  }
})

test('an app that hops on into a program of the machine is not held by our page', async () => {
  site.redirects.set('/api/mcp/auth_callback', 'claude://mcp-auth-callback')
  const { page, violations, close } = await loggedIn()
  const uri = 'https://claude.ai/api/mcp/auth_callback'
  const id = await client.newClient('Claude', uri)
  await follow(page, link('scheme', { client_id: id, redirect_uri: uri }))
  await allow(page).click()
  await until(() => answered('scheme').length === 1)
  await page.getByRole('link', { name: 'Return to claude.ai' }).waitFor()
  assert.deepEqual(violations, [])
  await close()
})

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(resolve => setTimeout(resolve, 20))
}

test('a click that was meant for something else does not allow: the buttons arm a moment after the page', async () => {
  const { page, close } = await loggedIn(doctor, { reducedMotion: 'no-preference' })
  await follow(page, link('armed'))
  await allow(page).waitFor()
  const takesClicks = (ms: number) =>
    page.evaluate(`(() => {
      const button = document.querySelector('button[value=allow]')
      const [arming] = button.getAnimations()
      arming.pause()
      arming.currentTime = ${ms}
      return getComputedStyle(button).pointerEvents
    })()`)
  assert.deepEqual([await takesClicks(0), await takesClicks(500), await takesClicks(599)], ['none', 'none', 'auto'])
  await close()
})

test('in Arabic, on a phone, a doctor chooses the clinic, allows and arrives', async () => {
  const other = await app.clinic({ name: 'Bay Clinic', name_ar: 'عيادة الخليج' })
  const who = await newDoctor([clinic, other])
  const { page, violations, close } = await loggedIn(who, { locale: 'ar-SA', viewport: PHONE })
  await follow(page, link('arabic'))
  await page.getByRole('heading', { name: 'أي عيادة؟' }).waitFor()
  assert.equal(await page.evaluate('document.dir'), 'rtl')
  await assertAccessible(page, 'the choice of the clinic')
  await assertFits(page, 'the choice of the clinic')
  await page.getByText('عيادة الخليج').click()
  await page.getByRole('button', { name: 'متابعة' }).click()
  await page.getByRole('button', { name: 'أسمح', exact: true }).waitFor()
  await assertAccessible(page, 'the consent')
  await assertFits(page, 'the consent')
  await page.getByRole('button', { name: 'أسمح', exact: true }).click()
  await arrived(page)
  assert.deepEqual([answered('arabic').length, violations], [1, []])
  await close()
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`everybody can use the pages, ${colorScheme}, wide and narrow, and nothing reaches out of the window`, async () => {
    const { page, close } = await loggedIn(doctor, { colorScheme })
    await follow(page, link('usable'))
    await allow(page).waitFor()
    for (const viewport of [DESKTOP, PHONE, { width: 320, height: 700 }]) {
      await page.setViewportSize(viewport)
      await assertAccessible(page, `consent ${viewport.width}`)
      await assertFits(page, `consent ${viewport.width}`)
    }
    await page.goto(`${app.url}/oauth/callback?flow=over`)
    await assertAccessible(page, 'a page that says that it is over')
    await assertFits(page, 'a page that says that it is over')
    await close()
  })
