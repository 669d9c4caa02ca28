import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAIN_ROOMS, ROOMS } from '@clinic/console/app/rooms.ts'
import { generate } from 'otplib'
import type { Page } from 'playwright-core'
import { eventually } from '../../server/test/support/eventually.ts'
import { assistantClient, connection } from '../../server/test/support/oauth/assistants.ts'
import { browser as client, member, PASSWORD, person } from '../../server/test/support/staff/staff.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, focused, openPage, PHONE, startConsole } from './console.ts'
import { assertByKeyboard, assertEscapes } from './keyboard/walk.ts'
import { openAs } from './logged-in.ts'
import { LOOKS, lookAt } from './looks.ts'

const app = await startConsole()
const browser = await startBrowser()
// A sandbox has every room.
const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة', sandbox: true })

const ROOM_PATHS = [...MAIN_ROOMS.map(key => ROOMS[key].path), '/security']

test('after G each letter leads to one room', () => {
  const letters = Object.values(ROOMS).flatMap(room => ('go' in room ? [room.go] : []))
  assert.deepEqual(letters.toSorted(), [...new Set(letters)].toSorted())
})

async function newUser(role = 'owner') {
  const user = await person(app)
  await member(app, user, clinic, role)
  return user
}

type Words = { email: string; password: string; logIn: string }
const ENGLISH: Words = { email: 'E-mail address', password: 'Password', logIn: 'Log in' }
const ARABIC: Words = { email: 'البريد الإلكتروني', password: 'كلمة المرور', logIn: 'دخول' }

async function enter(page: Page, { email }: { email: string }, words = ENGLISH) {
  await page.goto(`${app.url}/login`)
  await page.getByLabel(words.email).fill(email)
  await page.getByRole('textbox', { name: words.password }).fill(PASSWORD)
  await page.getByRole('button', { name: words.logIn }).click()
  await page.locator('#rooms').waitFor({ state: 'attached' })
}

const heading = (page: Page, name: string, level = 1) => page.getByRole('heading', { level, name })
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()

/** Something that the assistant of this connection asked for, so many hours ago. */
const access = (
  connectionId: string,
  hours: number,
  { operation = 'search_patients', scopes = ['patients:read'], outcome = 'ok' } = {},
) =>
  app.sql(
    `insert into audit_record (company_id, request_id, at, recorded_at, caller, operation, resource_ids, patient_ids, field_scopes, details)
     values ($1, $2, now() - $3 * interval '1 hour', now() - $3 * interval '1 hour', $4, $5, '{}', '{pat_1,pat_2}', $6, $7)`,
    [
      clinic.company_id,
      `req_${connectionId}_${hours}`,
      hours,
      `assistant ${connectionId}`,
      operation,
      scopes,
      JSON.stringify({ outcome }),
    ],
  )

const confirmIdentity = async (page: Page) => {
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Confirm' }).click()
}

for (const look of LOOKS)
  test(`${look.how}: one’s own security, and the menu of a phone, fit and break no rule of access`, async () => {
    const { page, violations, close } = await openPage(browser, look.options)
    await enter(page, await newUser(), look.options.locale === 'ar-SA' ? ARABIC : ENGLISH)
    await lookAt(page, look, [`${app.url}/security`])
    await page.setViewportSize(PHONE)
    await page.getByRole('button', { name: /^(Menu|القائمة)$/ }).click()
    await assertAccessible(page, `menu, ${look.how}`)
    assert.deepEqual(violations, [])
    await close()
  })

test('nothing moves while a room and what is in it arrive', async () => {
  const owner = await newUser()
  await connection(app, { clinic, user: owner, days: 1 })
  for (const [locale, words] of [
    ['en-GB', ENGLISH],
    ['ar-SA', ARABIC],
  ] as const) {
    const { page, close } = await openPage(browser, { locale })
    await enter(page, owner, words)
    let outlined = Promise.withResolvers<void>()
    await page.route(/\/staff\/v1\/(?!session$)/, async route => {
      await outlined.promise
      await route.continue()
    })
    await page.addInitScript(`
      globalThis.moved = 0
      new PerformanceObserver(list => {
        for (const { value } of list.getEntries()) globalThis.moved += value
      }).observe({ type: 'layout-shift', buffered: true })`)
    for (const path of ROOM_PATHS) {
      outlined = Promise.withResolvers()
      await page.goto(app.url + path)
      await page.locator('.mantine-Skeleton-root').first().waitFor()
      outlined.resolve()
      await page.locator('[aria-busy]').first().waitFor({ state: 'detached' })
      await page.evaluate('document.fonts.ready.then(() => undefined)')
      const moved = Number(await page.evaluate('globalThis.moved'))
      assert.ok(moved <= 0.02, `${path} ${locale}: ${moved}`)
    }
    await close()
  }
})

test('a doctor sees what an assistant may do and has read, and disconnects it, by keyboard alone', async () => {
  const { page, violations, close } = await openPage(browser)
  const doctor = await newUser('doctor')
  const one = await connection(app, { clinic, user: doctor, days: 2 })
  await access(one.id, 1, { operation: 'a_new_tool' })
  await access(one.id, 2, { scopes: ['patients:read', 'patients:read.pii'] })
  await access(one.id, 3, { scopes: [], outcome: 'refused' })
  for (let hours = 4; hours <= 30; hours++) await access(one.id, hours)
  await enter(page, doctor)
  await page.goto(`${app.url}/assistants`)
  await heading(page, 'My AI assistants').waitFor()
  const card = page.getByRole('article')
  await card.getByText(/30.* requests/).waitFor()
  await card.getByText('Find patients and see their name').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Team' }).count(), 0, 'what the role may not do is not offered')

  await card.getByRole('button', { name: /^What it has read/ }).focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog')
  await drawer.getByText('a_new_tool').waitFor()
  assert.equal(await drawer.getByText('Searched for patients').count(), 24)
  for (const once of ['with contact details', 'Refused, nothing was read'])
    assert.equal(await drawer.getByText(once).count(), 1, once)
  await assertAccessible(page, 'the access log')
  await drawer.getByRole('button', { name: 'Show more' }).click()
  await drawer.locator('.rows > li').nth(29).waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  // Back where it was.
  await page.locator(':focus', { hasText: 'What it has read' }).waitFor()

  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog')
  await question.waitFor()
  await page.locator(':focus', { hasText: 'Cancel' }).waitFor()
  await assertAccessible(page, 'the question before disconnecting')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await said(page, 'is disconnected.')
  await heading(page, 'No assistant is connected', 2).waitFor()
  await page.getByText(/^http:\/\/localhost:\d+\/mcp$/).waitFor()
  await page.locator('h1:focus').waitFor()
  assert.deepEqual(await one.introspect(), { active: false })
  assert.deepEqual(violations, [])
  await close()
})

test('an owner sets the rules for assistants after a step-up, and ends what any member connected', async () => {
  const { page, close } = await openPage(browser)
  const owner = await newUser()
  const doctor = await newUser('doctor')
  const client = await assistantClient(app)
  const one = await connection(app, { clinic, user: doctor, client })
  await enter(page, owner)
  await page.getByRole('link', { name: 'AI assistants of the clinic' }).click()
  await heading(page, 'AI assistants of the clinic').waitFor()
  // A login is proof enough for some minutes.
  await app.sql("update staff_session set confirmed_at = now() - interval '6 minutes' where user_id = $1", [owner.id])
  await page.getByRole('button', { name: `Block this app: ${client.name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block this app' }).click()
  await heading(page, 'Is it still you?', 2).waitFor()
  await page.locator('[name=proof]:focus').waitFor()
  await assertAccessible(page, 'the step-up')
  await confirmIdentity(page)
  await said(page, 'is blocked.')
  assert.deepEqual(await one.introspect(), { active: false })
  await page.getByLabel('Days until a connection needs consent again').fill('30')
  await page.getByRole('radio', { name: 'Only those on the list' }).check()
  await page
    .getByRole('combobox', { name: 'List of allowed apps' })
    .fill('https://claude.ai/oauth/mcp-oauth-client-metadata')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save the rules' }).click()
  await said(page, 'The rules are saved.')
  const [row] = await app.sql('select * from clinic where company_id = $1', [clinic.company_id])
  assert.equal(row?.assistant_max_days, 30)
  await page.reload()
  await page.getByRole('radio', { name: 'Only those on the list' }).and(page.locator(':checked')).waitFor()
  await close()
  await app.sql("update clinic set assistant_mode = 'ANY' where company_id = $1", [clinic.company_id])
})

test('a second factor is set up from a picture that is drawn here, its codes are shown once, and it is switched off', async () => {
  const { page, violations, close } = await openPage(browser)
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).origin))
  await enter(page, await newUser('doctor'))
  await page.getByRole('link', { name: 'My security' }).click()
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('img', { name: /^QR code/ }).waitFor()
  await assertAccessible(page, 'the enrolment')
  const secret = ((await page.locator('.key').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Code from the app').fill('000000')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'This is incorrect' }).waitFor()
  await page.getByLabel('Code from the app').fill(await generate({ secret }))
  await page.keyboard.press('Enter')
  await heading(page, 'Recovery codes', 3).waitFor()
  assert.equal(await page.locator('.codes li').count(), 10)
  await assertAccessible(page, 'the recovery codes')
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByText(/10.* codes are left/).waitFor()
  await page.reload()
  await page.getByText(/10.* codes are left/).waitFor()
  assert.equal(await page.locator('.codes').count(), 0)
  await page.getByRole('button', { name: 'Switch off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
  await said(page, 'The second factor is off.')
  assert.deepEqual([...new Set(asked)], [app.url])
  assert.deepEqual(violations, [])
  await close()
})

test('sessions are listed and ended, and a new password ends the others', async () => {
  const { page, close } = await openPage(browser)
  const elsewhere = await openPage(browser)
  const user = await newUser('receptionist')
  await enter(elsewhere.page, user)
  await enter(page, user)
  await page.getByRole('link', { name: 'My security' }).click()
  await page.getByText('This browser').waitFor()
  await page.getByRole('button', { name: /^End the session of/ }).click()
  await said(page, 'The session has ended.')
  await elsewhere.page.getByRole('link', { name: 'My security' }).click()
  await elsewhere.page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
  await elsewhere.close()
  await page.getByLabel('Current password').fill('not this one')
  await page.getByLabel('New password').fill('a harbour of quiet lamps')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await page.getByRole('alert').filter({ hasText: 'The current password is incorrect.' }).waitFor()
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await said(page, 'Your password is changed')
  await close()
})

/** What of a clinic two may save at the same time: where, what one does there, and what another saves just before. */
const SAVED_BY_TWO: readonly SavedByTwo[] = [
  {
    at: '/settings/retention',
    route: '/retention',
    theirs: { medicalYears: 15, moneyYears: 10, lostLeadMonths: 24, conversationMonths: 24 },
    mine: async page => {
      await page.getByLabel(/^Medical records: years/).fill('20')
      await page.getByLabel(/^Names on e-invoices/).fill('12')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
    },
    decides: 'Keep theirs',
    // What else was typed is saved.
    after: { medicalYears: 15, moneyYears: 12 },
  },
  {
    at: '/sandbox?tab=time',
    route: '/sandbox/switch',
    theirs: { pluginsMoveTime: true },
    mine: page => page.getByRole('switch', { name: 'Plugins may move time' }).click(),
    decides: 'Keep theirs',
    after: { pluginsMoveTime: true },
  },
  {
    at: '/security-events?open=settings',
    route: '/security-settings',
    theirs: { mutedKinds: ['admin_added'] },
    mine: async page => {
      await page.getByRole('checkbox', { name: 'Login from a new device' }).uncheck()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
    },
    decides: 'Apply mine',
    after: { mutedKinds: ['new_device'] },
  },
  {
    at: '/clinic/assistants',
    route: '/clinic/assistant-policy',
    theirs: {
      ...{ enabled: true, mode: 'ANY', allowedClientIds: [], blockedClientIds: [], patientContacts: false },
      maxDays: 45,
    },
    mine: async page => {
      await page.getByLabel('Days until a connection needs consent again').fill('30')
      await page.getByRole('button', { name: 'Save the rules' }).click()
    },
    decides: 'Apply mine',
    after: { maxDays: 30 },
  },
  {
    at: '/members',
    route: '/clinic/security',
    theirs: { secondFactorRequired: false },
    mine: page => page.getByRole('switch', { name: 'This clinic asks everybody for a second factor' }).click(),
    decides: 'Keep theirs',
    after: { secondFactorRequired: false },
  },
]

interface SavedByTwo {
  at: string
  route: string
  theirs: object
  mine: (page: Page) => Promise<void>
  decides: 'Keep theirs' | 'Apply mine'
  after: object
}

test('who saves what another has just saved is told who did so and what it was, and decides, in every room; what was typed stays until then', async () => {
  const own = await app.clinic({ name: 'Palm Clinic', sandbox: true, second_factor_required: true })
  const { page, violations, close } = await openAs(app, browser, { clinic: own })
  const amal = await openAs(app, browser, { clinic: own })
  await app.sql("update staff_user set name = 'Amal' where id = $1", [amal.user.id])
  // Both have proved their second factor.
  await app.sql('update staff_session set second_factor_at = now() where company_id = $1', [own.company_id])
  const another = client(app, amal.cookie)
  const saved = async (route: string) =>
    (await another.send<{ version: number }>('GET', route, undefined, { origin: app.url })).body.data
  const dialog = page.getByRole('dialog', { name: 'Changed meanwhile' })
  for (const { at, route, theirs, mine, decides, after } of SAVED_BY_TWO) {
    let isSaved = false
    await page.route(`**/staff/v1${route}`, async asked => {
      if (asked.request().method() !== 'PUT' || isSaved) return asked.continue()
      isSaved = true
      const { version } = await saved(route)
      const headers = { origin: app.url, 'if-match': `"${version}"` }
      assert.equal((await another.send('PUT', route, theirs, headers)).status, 200, route)
      await asked.continue()
    })
    await page.goto(`${app.url}/c/${own.company_id}${at}`)
    await mine(page)
    await dialog.getByText(/Amal.* changed this at .*\d\d:\d\d/).waitFor()
    if (decides === 'Apply mine') await saysItAgain(page)
    await dialog.getByRole('button', { name: decides }).click()
    await dialog.waitFor({ state: 'detached' })
    const names = Object.keys(after)
    const kept = async () =>
      Object.fromEntries(Object.entries(await saved(route)).filter(([name]) => names.includes(name)))
    await eventually(kept, after)
  }
  assert.deepEqual(violations, [])
  await amal.close()
  await close()
})

/** Closing the question decides nothing: what was typed is still there, and is asked about again. */
async function saysItAgain(page: Page): Promise<void> {
  await assertAccessible(page, 'the question whose change stands', ['[role=dialog]'])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Changed meanwhile' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Save/ }).click()
  await page.getByRole('dialog', { name: 'Changed meanwhile' }).waitFor()
}

test('an owner invites, changes a role, and disables a member', async () => {
  const { page, close } = await openPage(browser)
  const doctor = await newUser('doctor')
  await app.sql("update staff_user set name = 'Omar' where id = $1", [doctor.id])
  const owner = await newUser()
  await enter(page, owner)
  await page.getByRole('link', { name: 'Team' }).click()
  await page.getByLabel('E-mail address').fill('new.one@clinic.example')
  await page.getByLabel('Role', { exact: true }).selectOption('Accountant')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await said(page, 'An invitation is on its way')
  await page.getByRole('button', { name: /^Withdraw the invitation of .*new\.one/ }).waitFor()
  await assertAccessible(page, 'an open invitation')
  // A login is proof enough for some minutes.
  await app.sql("update staff_session set confirmed_at = now() - interval '6 minutes' where user_id = $1", [owner.id])
  const role = page.getByLabel(/^Role of .*Omar/)
  const save = page.getByRole('button', { name: /^Save the access of .*Omar/ })
  // What an arrow key chooses is no decision yet.
  await role.focus()
  await page.keyboard.press('ArrowDown')
  await save.waitFor()
  await role.selectOption('Doctor')
  await save.waitFor({ state: 'detached' })
  const stored = () => app.sql('select role, active, all_branches from membership where user_id = $1', [doctor.id])
  assert.deepEqual(await stored(), [{ role: 'doctor', active: true, all_branches: true }])
  await role.selectOption('Receptionist')
  await save.click()
  await heading(page, 'Is it still you?', 2).waitFor()
  await assertByKeyboard(page, 'the step-up')
  await assertEscapes(page, 'the step-up')
  await page.locator('#main :focus').waitFor()
  await save.click()
  await heading(page, 'Is it still you?', 2).waitFor()
  await confirmIdentity(page)
  await said(page, 'is saved.')
  await page.getByRole('checkbox', { name: /^All branches for .*Omar/ }).click()
  await save.click()
  await page.getByText('No branch', { exact: true }).waitFor()
  await assertAccessible(page, 'a member without a branch')
  await page.getByRole('button', { name: /^Disable .*Omar/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('button', { name: /^Enable .*Omar/ }).waitFor()
  assert.deepEqual(await stored(), [{ role: 'receptionist', active: false, all_branches: false }])
  await close()
})

test('the language and what else was chosen go along to another browser', async () => {
  const user = await newUser('doctor')
  const first = await openPage(browser)
  await enter(first.page, user)
  const kept = first.page.waitForResponse(response => response.request().method() === 'PATCH')
  await first.page.getByRole('button', { name: 'العربية' }).click()
  assert.equal((await kept).status(), 200)
  await heading(first.page, 'اليوم').waitFor()
  await first.page.goto(`${app.url}/preferences`)
  const chosen = first.page.waitForResponse(response => response.request().method() === 'PATCH')
  await first.page.getByRole('radio', { name: 'منخفض، ليتسع المزيد' }).check()
  assert.equal((await chosen).status(), 200)
  await first.close()
  const second = await openPage(browser)
  await enter(second.page, user)
  await heading(second.page, 'اليوم').waitFor()
  assert.equal(await second.page.evaluate('document.documentElement.dataset.density'), 'compact')
  assert.equal(await second.page.evaluate('document.documentElement.dir'), 'rtl')
  await second.close()
})

test('an error says what it means and offers to try again; being offline is said', async () => {
  const { page, close } = await openPage(browser)
  await enter(page, await newUser('doctor'))
  const body = { error: { code: 'internal_error', message: 'x', requestId: 'req_support' } }
  await page.route('**/staff/v1/assistants', route => route.fulfill({ status: 500, json: body }))
  await page.goto(`${app.url}/assistants`)
  const alert = page.getByRole('alert').filter({ hasText: 'Something went wrong on our side.' })
  await alert.getByText('req_support').waitFor()
  await assertAccessible(page, 'an error')
  await page.unroute('**/staff/v1/assistants')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await heading(page, 'No assistant is connected', 2).waitFor()
  await page.context().setOffline(true)
  await page.getByText('You are offline.').waitFor()
  await close()
})

test('on a phone the rooms are behind the menu, also for the Tab key', async () => {
  const { page, close } = await openPage(browser, { viewport: PHONE })
  await enter(page, await newUser('doctor'))
  await heading(page, 'Day').waitFor()
  const menu = page.getByRole('button', { name: 'Menu' })
  const room = page.getByRole('link', { name: 'My security' })
  assert.equal(await room.count(), 0)
  await menu.focus()
  await page.keyboard.press('Enter')
  await room.waitFor()
  await page.keyboard.press('Escape')
  await room.waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await room.click()
  await heading(page, 'My security').waitFor()
  await room.waitFor({ state: 'detached' })
  assert.equal(await focused(page), 'My security')
  await close()
})

test('the content can be reached without the rooms before it', async () => {
  const { page, close } = await openPage(browser)
  await enter(page, await newUser('doctor'))
  await page.reload()
  await heading(page, 'Day').waitFor()
  await page.keyboard.press('Tab')
  assert.equal(await focused(page), 'Skip to the content')
  await page.keyboard.press('Enter')
  await page.locator('#main:focus').waitFor()
  await close()
})
