import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generate } from 'otplib'
import type { Page } from 'playwright-core'
import { member, PASSWORD, person, TOTP_SECRET } from '../../server/test/support/staff/staff.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, DESKTOP, focused, openPage, PHONE, startConsole } from './console.ts'

const app = await startConsole()
const browser = await startBrowser()
const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
const other = await app.clinic({ name: 'Bay Clinic', name_ar: 'عيادة الخليج' })

async function newUser(wishes: { totp?: boolean; clinics?: (typeof clinic)[] } = {}) {
  const user = await person(app, wishes)
  for (const each of wishes.clinics ?? [clinic]) await member(app, user, each, 'owner')
  return user
}

async function logIn(page: Page, { email }: { email: string }, password = PASSWORD) {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('leads a user who is not logged in to the login, and from there back', async () => {
  const { page, violations, close } = await openPage(browser)
  await page.goto(`${app.url}/security?tab=1`)
  await heading(page, 'Log in').waitFor()
  await logIn(page, await newUser())
  await heading(page, 'My security').waitFor()
  assert.equal(new URL(page.url()).pathname, '/security')
  assert.deepEqual(violations, [])
  await close()
})

test('says alike that the address or the password is wrong, keeps what was typed, and waits as long as it is told', async () => {
  const { page, close } = await openPage(browser)
  const user = await newUser()
  await page.goto(`${app.url}/login`)
  await logIn(page, user, 'wrong')
  await page.getByRole('alert').filter({ hasText: 'The e-mail address or the password is incorrect.' }).waitFor()
  assert.equal(await page.getByLabel('E-mail address').inputValue(), user.email)
  await app.sql('update staff_login_failure set failures = 12, last_at = now()')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name: /Try again in .*\d+.* s/ }).waitFor()
  await assertAccessible(page, 'the login while one has to wait')
  await app.sql('delete from staff_login_failure')
  await close()
})

test('asks for the second factor, takes a recovery code instead, and starts anew on request', async () => {
  const { page, violations, close } = await openPage(browser)
  const user = await newUser({ totp: true })
  await page.goto(`${app.url}/login`)
  await logIn(page, user)
  await heading(page, 'Second step').waitFor()
  assert.equal(await focused(page), 'Code from the app')
  await assertAccessible(page, 'the second step')
  await page.reload()
  await heading(page, 'Second step').waitFor()
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.getByLabel('Recovery code').fill('not-a-code')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'This code is incorrect' }).waitFor()
  await page.getByRole('button', { name: 'Use the app instead' }).click()
  const code = await generate({ secret: TOTP_SECRET })
  await page.getByLabel('Code from the app').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.keyboard.press('Enter')
  await heading(page, 'Day').waitFor()
  assert.deepEqual(violations, [])
  await app.sql('delete from staff_login_failure')
  await close()
})

test('lets a user of several clinics choose, and change', async () => {
  const { page, close } = await openPage(browser)
  await page.goto(`${app.url}/login`)
  await logIn(page, await newUser({ clinics: [clinic, other] }))
  await heading(page, 'Choose a clinic').waitFor()
  await assertAccessible(page, 'the choice of a clinic')
  await page.getByRole('button', { name: /Bay Clinic/ }).click()
  await page.getByRole('button', { name: 'Change the clinic: Bay Clinic' }).click()
  await page.getByRole('menuitem', { name: 'Palm Clinic' }).click()
  await page.getByRole('button', { name: 'Change the clinic: Palm Clinic' }).waitFor()
  await page.getByRole('status').filter({ hasText: 'You are now in' }).waitFor()
  await close()
})

test('returns to an allowed origin after the login, and to no other', async () => {
  const user = await newUser()
  const good = `${app.url}/oauth/callback?flow=abc`
  const attacks = [
    `${app.url}.evil.example/`,
    `${app.url.replace('//', '//evil.example@')}/`.replace('127.0.0.1', 'x.example'),
    `//${new URL(app.url).host}/oauth/callback`,
    'https://evil.example/',
    'https:\\\\evil.example/',
    'javascript:document.title="owned"',
    app.url.replace('http:', 'https:'),
    app.url.replace('127.0.0.1', 'localhost'),
    `http://127.0.0.1:1/`,
  ]
  for (const target of [good, ...attacks]) {
    const { page, close } = await openPage(browser)
    const left: string[] = []
    page.on('request', request => {
      if (request.isNavigationRequest()) left.push(request.url())
    })
    await page.goto(`${app.url}/login?oauth_return=${encodeURIComponent(target)}`)
    await heading(page, 'Log in').waitFor()
    assert.equal(new URL(page.url()).search, '', 'the parameter is read once and then gone')
    await logIn(page, user)
    if (target === good) await page.waitForURL(good)
    else await heading(page, 'Day').waitFor()
    assert.deepEqual(left.slice(1), target === good ? [good] : [], target)
    await close()
  }
})

test('goes on immediately where the session is there already, by a navigation of the page itself', async () => {
  const { page, close } = await openPage(browser)
  await page.goto(`${app.url}/login`)
  await logIn(page, await newUser())
  await heading(page, 'Day').waitFor()
  const target = `${app.url}/oauth/callback?flow=def`
  const returned = page.waitForRequest(target)
  await page.goto(`${app.url}/login?oauth_return=${encodeURIComponent(target)}`).catch(() => undefined)
  assert.match(String((await (await returned).allHeaders()).cookie), /staff=/)
  await close()
})

test('a session that ended leads to the login, says so, and back to the same place', async () => {
  const { page, close } = await openPage(browser)
  const user = await newUser()
  await page.goto(`${app.url}/login`)
  await logIn(page, user)
  await heading(page, 'Day').waitFor()
  await page.getByRole('link', { name: 'My security' }).click()
  await heading(page, 'My security').waitFor()
  await app.sql('delete from staff_session where user_id = $1', [user.id])
  await page.reload()
  await heading(page, 'Log in').waitFor()
  await logIn(page, user)
  await heading(page, 'My security').waitFor()
  await close()
})

test('what was typed outlives the session: the same person logs in again over it, and it is sent in the same clinic', async () => {
  const { page, violations, close } = await openPage(browser)
  const user = await newUser({ totp: true, clinics: [clinic, other] })
  await page.goto(`${app.url}/login`)
  await logIn(page, user)
  await page.getByLabel('Code from the app').fill(await generate({ secret: TOTP_SECRET }))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /Bay Clinic/ }).click()
  await page.getByRole('link', { name: 'Team' }).click()
  await page.getByLabel('E-mail address').fill('typed@clinic.example')
  await page.getByLabel('Role', { exact: true }).selectOption('Accountant')
  await app.sql('delete from staff_session where user_id = $1', [user.id])
  // A code is good once, so that of the new login is not that of the first.
  await app.sql('update staff_user set totp_last_step = 0 where id = $1', [user.id])
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByLabel('Password', { exact: true }).and(page.locator(':focus')).waitFor()
  await assertAccessible(page, 'the login over a room')
  await page.keyboard.press('Escape')
  await dialog.getByLabel('Password', { exact: true }).fill('wrong')
  await page.keyboard.press('Enter')
  await dialog.getByRole('alert').filter({ hasText: 'The password is incorrect.' }).waitFor()
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Code from the app').fill('000000')
  await page.keyboard.press('Enter')
  await dialog.getByRole('alert').filter({ hasText: 'This code is incorrect' }).waitFor()
  await dialog.getByLabel('Code from the app').fill(await generate({ secret: TOTP_SECRET }))
  await page.keyboard.press('Enter')
  await page.getByRole('status').filter({ hasText: 'An invitation is on its way' }).waitFor()
  await dialog.waitFor({ state: 'detached' })
  const [sent] = await app.sql('select company_id, role from invitation where email = $1', ['typed@clinic.example'])
  assert.deepEqual(sent, { company_id: other.company_id, role: 'accountant' })
  assert.deepEqual(violations, [])
  await app.sql('delete from staff_login_failure')
  await close()
})

test('logging out ends the session, and going back shows nothing', async () => {
  const { page, close } = await openPage(browser)
  await page.goto(`${app.url}/login`)
  await logIn(page, await newUser())
  await heading(page, 'Day').waitFor()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await heading(page, 'Log in').waitFor()
  await page.goBack()
  await heading(page, 'Log in').waitFor()
  await close()
})

test('speaks Arabic from right to left, and remembers it', async () => {
  const { page, close } = await openPage(browser)
  await page.goto(`${app.url}/login`)
  await page.getByRole('button', { name: 'العربية' }).click()
  await heading(page, 'تسجيل الدخول').waitFor()
  const root = () => page.evaluate('[document.documentElement.lang, getComputedStyle(document.body).direction]')
  assert.deepEqual(await root(), ['ar', 'rtl'])
  await page.reload()
  await heading(page, 'تسجيل الدخول').waitFor()
  assert.deepEqual(await root(), ['ar', 'rtl'])
  const field = "getComputedStyle(document.querySelector('[name=email]')).direction"
  assert.equal(await page.evaluate(field), 'ltr')
  await close()
})

test('the login can be walked by keyboard alone', async () => {
  const { page, close } = await openPage(browser)
  const user = await newUser()
  await page.goto(`${app.url}/login`)
  await heading(page, 'Log in').waitFor()
  assert.equal(await focused(page), 'E-mail address')
  await page.keyboard.type(user.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Tab')
  assert.equal(await focused(page), 'Show the password')
  await page.keyboard.press('Tab')
  assert.equal(await focused(page), 'Log in')
  await page.keyboard.press('Enter')
  await heading(page, 'Day').waitFor()
  assert.equal(await focused(page), 'Day')
  await close()
})

test('what stands before the login fits a phone and a desk, and breaks no rule of access, in both languages', async () => {
  for (const viewport of [PHONE, DESKTOP])
    for (const [locale, title] of [
      ['en-GB', 'Log in'],
      ['ar-SA', 'تسجيل الدخول'],
    ] as const) {
      const { page, violations, close } = await openPage(browser, {
        viewport,
        locale,
        colorScheme: viewport === PHONE ? 'dark' : 'light',
      })
      await page.goto(`${app.url}/login`)
      await heading(page, title).waitFor()
      for (const path of ['/login', '/login/reset', '/reset/abc']) {
        await page.goto(app.url + path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await assertAccessible(page, `${path} ${locale} ${viewport.width}`)
        await assertFits(page, `${path} ${locale} ${viewport.width}`)
      }
      assert.deepEqual(violations, [])
      await close()
    }
})
