import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { developer, makePublisher } from '../../server/test/support/publisher/scene.ts'
import { member, PASSWORD, person } from '../../server/test/support/staff/staff.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, openPage, startConsole } from './console.ts'
import { asksInClinic, clinicNamedBy, openAs, runsInClinic, settled } from './logged-in.ts'
import { openWith } from './publisher-scenes.ts'

const app = await startConsole()
const browser = await startBrowser()
const palm = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
const bay = await app.clinic({ name: 'Bay Clinic', name_ar: 'عيادة الخليج' })
const elsewhere = await app.clinic({ name: 'Far Clinic', name_ar: 'عيادة بعيدة' })
type Clinic = typeof palm

for (const clinic of [palm, bay])
  await app.patient(await app.branch(clinic), { first_name: 'Notes of', last_name: clinic.name })

/** An owner of two clinics, in each of which a patient is named after the clinic. */
async function worker() {
  const user = await person(app)
  await member(app, user, palm, 'owner')
  await member(app, user, bay, 'owner')
  return user
}

async function logIn(page: Page, { email }: { email: string }) {
  await page.goto(`${app.url}/login`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Choose a clinic' }).waitFor()
}

const heading = (page: Page, name: string, level = 1) => page.getByRole('heading', { level, name })
const inClinic = (page: Page, clinic: Clinic) => page.getByRole('button', { name: `Change the clinic: ${clinic.name}` })
const other = (clinic: Clinic) => (clinic === palm ? bay : palm)
const roomOf = (clinic: Clinic, room: string) => `${app.url}/c/${clinic.company_id}${room}`

/** In the room of patients, header, title and rows are the clinic's, and nothing of the other one is anywhere on the page. */
async function assertShows(page: Page, clinic: Clinic): Promise<void> {
  await inClinic(page, clinic).waitFor()
  await page.locator('#rooms').getByRole('link', { name: 'Patients', exact: true }).click()
  await page.getByRole('link', { name: `Notes of ${clinic.name}` }).waitFor()
  assert.match(await page.title(), new RegExp(` · ${clinic.name} · `))
  assert.equal(await page.locator('main').getByText(other(clinic).name).count(), 0)
}

test('two tabs of one login are in two clinics, and each shows its own whatever the other does', async () => {
  const { page: one, violations, close } = await openPage(browser)
  const asked: Request[] = []
  one.context().on('request', request => runsInClinic(request) && asked.push(request))
  await logIn(one, await worker())
  await one.getByRole('button', { name: /Palm Clinic/ }).click()
  await assertShows(one, palm)
  const two = await one.context().newPage()
  await two.goto(roomOf(bay, '/patients'))
  await assertShows(two, bay)
  const tabs = [
    [one, palm],
    [two, bay],
  ] as const
  for (let round = 0; asked.length < 50; round++) {
    const room = round % 2 === 0 ? 'Team' : 'Patients'
    await Promise.all(tabs.map(([page]) => page.getByRole('link', { name: room, exact: true }).click()))
    await Promise.all(tabs.map(([page]) => page.reload()))
    for (const [page, clinic] of tabs) {
      await heading(page, room).waitFor()
      if (room === 'Patients') await assertShows(page, clinic)
      else await inClinic(page, clinic).waitFor()
      assert.match(await page.title(), new RegExp(`^${room} · ${clinic.name} · `))
    }
  }
  for (const request of asked) {
    const clinic = request.frame().page() === one ? palm : bay
    assert.equal(clinicNamedBy(request), clinic.company_id, request.url())
  }
  assert.deepEqual(violations, [])
  await close()
})

test('changing the clinic shows nothing of the one before, not even while the answer is on its way', async () => {
  const { page, close } = await openPage(browser)
  await logIn(page, await worker())
  await page.getByRole('button', { name: /Palm Clinic/ }).click()
  await assertShows(page, palm)
  const answered = Promise.withResolvers<void>()
  await page.route('**/staff/v1/patients*', async route => {
    await answered.promise
    await route.continue()
  })
  await inClinic(page, palm).click()
  await page.getByRole('menuitem', { name: 'Bay Clinic' }).click()
  await inClinic(page, bay).waitFor()
  assert.equal(await page.locator('main').getByText('Palm Clinic').count(), 0)
  answered.resolve()
  await assertShows(page, bay)
  // What was known of the first is gone: it is asked for again. Between the two is the day that the second began with.
  await page.goBack()
  await page.waitForURL(roomOf(bay, '/day'))
  const again = page.waitForRequest('**/staff/v1/patients*')
  await page.goBack()
  assert.equal(await (await again).headerValue('clinic-id'), palm.company_id)
  await assertShows(page, palm)
  await close()
})

test('an answer that says that it is of another clinic, or of none, is thrown away', async () => {
  const { page, close } = await openPage(browser)
  await logIn(page, await worker())
  await page.getByRole('button', { name: /Palm Clinic/ }).click()
  await assertShows(page, palm)
  const forgeries: Record<string, string>[] = [{ 'clinic-id': bay.company_id }, {}]
  for (const forged of forgeries) {
    await page.route('**/staff/v1/patients*', async route => {
      const response = await route.fetch()
      const { 'clinic-id': _, ...headers } = response.headers()
      await route.fulfill({ response, headers: { ...headers, ...forged } })
    })
    await page.reload()
    await page.getByRole('alert').filter({ hasText: 'This answer was of another clinic' }).waitFor()
    assert.equal(await page.getByRole('link', { name: /^Notes of/ }).count(), 0)
    await page.unroute('**/staff/v1/patients*')
  }
  await close()
})

test('an address without its clinic leads into the one that was entered last', async () => {
  const { page, close } = await openPage(browser)
  await logIn(page, await worker())
  await page.getByRole('button', { name: /Bay Clinic/ }).click()
  await assertShows(page, bay)
  for (const [path, room] of [
    ['/', '/day'],
    ['/assistants', '/assistants'],
    ['/clinic/assistants', '/clinic/assistants'],
    ['/members', '/members'],
    [`/c/${bay.company_id}`, '/day'],
  ]) {
    await page.goto(`${app.url}${path}`)
    await page.waitForURL(roomOf(bay, room ?? ''))
    await inClinic(page, bay).waitFor()
  }
  await page.goto(roomOf(palm, '/members'))
  await inClinic(page, palm).waitFor()
  await page.getByRole('link', { name: 'My security' }).click()
  await heading(page, 'My security').waitFor()
  await inClinic(page, palm).waitFor()
  // The next tab begins there, too.
  const next = await page.context().newPage()
  await next.goto(app.url)
  await next.waitForURL(roomOf(palm, '/day'))
  await close()
})

test('a clinic that one does not work in, and an address that is none, show a page among the rooms, in both languages', async () => {
  for (const [locale, title] of [
    ['en-GB', 'Page not found'],
    ['ar-SA', 'الصفحة غير موجودة'],
  ] as const) {
    const { page, violations, close } = await openPage(browser)
    await logIn(page, await worker())
    await page.getByRole('button', { name: /Palm Clinic/ }).click()
    await assertShows(page, palm)
    if (locale === 'ar-SA') await page.getByRole('button', { name: 'العربية' }).click()
    for (const address of [roomOf(elsewhere, '/members'), roomOf(palm, '/nothing'), `${app.url}/nothing/at/all`]) {
      await page.goto(address)
      await heading(page, title).waitFor()
      await page.locator('#rooms').getByRole('link').first().waitFor()
      await assertAccessible(page, `${address} ${locale}`)
    }
    assert.deepEqual(violations, [])
    await close()
  }
})

test('who is not logged in learns at an unknown address that there is nothing', async () => {
  const { page, close } = await openPage(browser)
  await page.goto(`${app.url}/nothing`)
  await heading(page, 'Page not found').waitFor()
  await assertAccessible(page, 'an unknown address before the login')
  await page.getByRole('link', { name: 'Open the console' }).click()
  await heading(page, 'Log in').waitFor()
  await close()
})

test('a room that the role may not use is not opened: the page names the roles that may, and nothing is asked for it', async () => {
  const { page, close } = await openPage(browser)
  const user = await worker()
  await app.sql("update membership set role = 'doctor' where company_id = $1 and user_id = $2", [
    bay.company_id,
    user.id,
  ])
  await logIn(page, user)
  await page.getByRole('button', { name: /Bay Clinic/ }).click()
  await assertShows(page, bay)
  // What the home asks for has been asked.
  await settled(page)
  const asked: string[] = []
  page.on('request', request => asksInClinic(request) && asked.push(request.url()))
  for (const room of ['/members', '/clinic/assistants']) {
    await page.goto(roomOf(bay, room))
    await heading(page, 'Not open to your role').waitFor()
    assert.deepEqual(await page.locator('main li').allInnerTexts(), ['Owner', 'Administrator'])
    await assertAccessible(page, `${room} refused`)
  }
  assert.deepEqual(asked, [])
  await page.goto(roomOf(palm, '/members'))
  await heading(page, 'Team').waitFor()
  await close()
})

test('who is taken out of a clinic while they are in it is led to the choice of another', async () => {
  const { page, close } = await openPage(browser)
  const user = await worker()
  await logIn(page, user)
  // What the page asks of itself would lead to the choice as well: it waits until the room has been asked for.
  const asked: Request[] = []
  const left = Promise.withResolvers<void>()
  let isHeld = false
  await page.route('**/staff/v1/**', async route => {
    if (isHeld) await left.promise
    else asked.push(route.request())
    await route.continue()
  })
  await page.getByRole('button', { name: /Palm Clinic/ }).click()
  await assertShows(page, palm)
  isHeld = true
  await Promise.all(asked.map(request => request.response()))
  await app.sql('update membership set active = false where company_id = $1 and user_id = $2', [
    palm.company_id,
    user.id,
  ])
  await page.getByRole('link', { name: 'Team' }).click()
  await page.waitForURL(roomOf(palm, '/members'))
  left.resolve()
  await heading(page, 'Choose a clinic').waitFor()
  await page.getByRole('button', { name: /Bay Clinic/ }).click()
  // It is the room that was asked for, in the clinic that is left.
  await page.waitForURL(roomOf(bay, '/members'))
  await heading(page, 'Team').waitFor()
  await close()
})

/** The switch of the frame, and what it says of where the person is. */
const WORDS = {
  'en-GB': { label: 'Change the workplace', palm: 'Palm Clinic', maker: 'Smile Software', rooms: 'Own plugins' },
  'ar-SA': { label: 'تغيير مكان العمل', palm: 'عيادة النخلة', maker: 'برامج الابتسامة', rooms: 'إضافاتنا' },
}

test('one switch leads between the clinics and the publishers of a login, by keyboard and in both languages; who has one workplace has none', async () => {
  const who = await developer(app)
  await member(app, who.user, palm, 'owner')
  const maker = await makePublisher(who.api, 'Smile Software')
  await app.sql("update publisher set name_ar = 'برامج الابتسامة' where id = $1", [maker.id])
  for (const locale of ['en-GB', 'ar-SA'] as const) {
    const words = WORDS[locale]
    const { page, violations, close } = await openWith(app, browser, who, { locale })
    const at = (name: string) => page.getByRole('button', { name: `${words.label}: ${name}` })
    const items = page.getByRole('menuitem')
    const chooseBy = async (name: string, key: 'Home' | 'End', other: string) => {
      await at(name).focus()
      await page.keyboard.press('Enter')
      await items.filter({ hasText: other }).first().waitFor()
      await assertAccessible(page, `the switch ${locale}`)
      assert.deepEqual(await items.locator('bdi').allInnerTexts(), await items.allInnerTexts())
      assert.deepEqual(await page.locator('[role=menuitem][aria-current=true]').allInnerTexts(), [name])
      await page.keyboard.press(key)
      await page.keyboard.press('Enter')
      await at(other).waitFor()
    }
    await page.goto(roomOf(palm, '/members'))
    await chooseBy(words.palm, 'End', words.maker)
    await heading(page, words.rooms).waitFor()
    assert.match(page.url(), new RegExp(`/publisher/${maker.id}$`))
    await chooseBy(words.maker, 'Home', words.palm)
    await page.waitForURL(roomOf(palm, '/day'))
    assert.deepEqual(violations, [])
    await close()
  }
  const { page, close } = await openAs(app, browser, { clinic: palm })
  const told = page.waitForResponse(response => new URL(response.url()).pathname.startsWith('/publisher/v1'))
  await page.goto(roomOf(palm, '/members'))
  await told
  await page.locator('.bar-row .clinic-name').getByText('Palm Clinic').waitFor()
  assert.equal(await page.locator('.bar-row').getByRole('button', { name: 'Palm Clinic' }).count(), 0)
  await close()
})
