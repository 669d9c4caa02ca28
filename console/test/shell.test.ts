import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAIN_ROOMS, ROOMS } from '@clinic/console/app/rooms.ts'
import type { Page } from 'playwright-core'
import { member, PASSWORD, person } from '../../server/test/support/staff/staff.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, DESKTOP, openPage, PHONE, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { moveTo, openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()
const LONG = 'Al-Nakheel International Center for Advanced Dentistry and Orthodontics'
const LONG_AR = 'مركز النخيل الدولي لطب الأسنان المتقدم وتقويم الأسنان وجراحة الوجه والفكين'
const palm = await app.clinic({ name: LONG, name_ar: LONG_AR, sandbox: true })
const bay = await app.clinic({ name: 'Bay Clinic', name_ar: 'عيادة الخليج' })

async function newUser(role = 'owner') {
  const user = await person(app)
  for (const clinic of [palm, bay]) await member(app, user, clinic, role)
  await app.sql('update staff_user set name = $2, name_ar = $3 where id = $1', [
    user.id,
    'Dr. Abdulrahman Mohammed Al-Abdullatif bin Abdulaziz Al-Qahtani-Al-Zahrani',
    'د. عبدالرحمن محمد العبداللطيف بن عبدالعزيز القحطاني الزهراني الغامدي',
  ])
  return user
}

type Words = { email: string; password: string; logIn: string }
const WORDS: Readonly<Record<string, Words>> = {
  'en-GB': { email: 'E-mail address', password: 'Password', logIn: 'Log in' },
  'ar-SA': { email: 'البريد الإلكتروني', password: 'كلمة المرور', logIn: 'دخول' },
}

async function enter(page: Page, { email }: { email: string }, locale = 'en-GB') {
  const words = WORDS[locale] ?? assert.fail(locale)
  await page.goto(`${app.url}/login`)
  await page.getByLabel(words.email).fill(email)
  await page.getByRole('textbox', { name: words.password }).fill(PASSWORD)
  await page.getByRole('button', { name: words.logIn }).click()
  await page.locator('.choice').first().waitFor()
}

const room = (path: string) => `${app.url}/c/${palm.company_id}${path}`
const PLACES = [...MAIN_ROOMS.map(key => room(ROOMS[key].path)), `${app.url}/security`, room('/nothing')]
const heading = (page: Page, name: string, level = 1) => page.getByRole('heading', { level, name })

/** Where the parts of the header are; none lies over another or outside of the window. */
async function assertHeaderInOrder(page: Page, what: string): Promise<void> {
  const boxes: { left: number; right: number; top: number; bottom: number }[] = await page.evaluate(
    `[...document.querySelectorAll('.bar-row > *')].map(part => part.getBoundingClientRect())
      .filter(({ width }) => width > 0).map(({ left, right, top, bottom }) => ({ left, right, top, bottom }))`,
  )
  assert.ok(boxes.length >= 3, what)
  const width = page.viewportSize()?.width ?? 0
  const across = boxes.toSorted((one, another) => one.left - another.left)
  for (const [index, { left, right, top, bottom }] of across.entries()) {
    assert.ok(
      left >= 0 && right <= width && top >= 0 && bottom <= 60,
      `${what}: ${left} to ${right}, ${top} to ${bottom}`,
    )
    assert.ok(left >= (across[index - 1]?.right ?? 0) - 0.5, `${what}: ${index} lies over the part before`)
  }
  // What is too long is cut where one sees that it is; it does not run out of its part.
  const out = await page.evaluate(
    `[...document.querySelectorAll('.bar-row *')].filter(part => {
      const row = document.querySelector('.bar-row').getBoundingClientRect()
      const box = part.getBoundingClientRect()
      return box.width > 0 && (box.left < row.left - 0.5 || box.right > row.right + 0.5)
    }).length`,
  )
  assert.equal(out, 0, what)
}

for (const locale of ['en-GB', 'ar-SA'] as const)
  test(`${locale}: long names fit the header of every room on a phone and a desk, and its menus break no rule of access`, async () => {
    for (const [viewport, colorScheme] of [
      [PHONE, 'light'],
      [DESKTOP, 'dark'],
    ] as const) {
      const { page, violations, close } = await openPage(browser, { viewport, locale, colorScheme })
      await enter(page, await newUser(), locale)
      const [first = '', ...others] = PLACES
      await openAt(page, first)
      await assertHeaderInOrder(page, `${first} ${locale} ${viewport.width}`)
      // The header is the same around every room.
      for (const button of [page.locator('button.clinic-name'), page.locator('button.account')]) {
        const what = `${locale} ${viewport.width}, a menu is open`
        await button.click()
        await page.getByRole('menu').waitFor()
        await assertAccessible(page, what, ['.bar', '[role=menu]'])
        await assertFits(page, what)
        await page.keyboard.press('Escape')
        await page.getByRole('menu').waitFor({ state: 'detached' })
      }
      for (const place of others) {
        await (place === room('/nothing') ? openAt : moveTo)(page, place)
        await assertHeaderInOrder(page, `${place} ${locale} ${viewport.width}`)
      }
      assert.deepEqual(violations, [])
      await close()
    }
  })

test('what opens beside a room and is half edited asks before it is closed, whichever way; untouched or saved it does not', async () => {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
  const { page, violations, close } = await openAs(app, browser, { clinic })
  await openAt(page, `${app.url}/c/${clinic.company_id}/tasks`)
  const panel = page.getByRole('dialog', { name: 'New task' })
  const title = panel.getByRole('textbox').first()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const open = async () => {
    await page.getByRole('button', { name: 'New task' }).click()
    await title.waitFor()
  }
  await open()
  await title.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await open()
  await title.fill('Call the laboratory')
  for (const leave of [
    () => title.press('Escape'),
    () => panel.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(5, 400),
    () => page.evaluate('history.back()'),
  ]) {
    await leave()
    await question.getByRole('button', { name: 'Stay' }).click()
    await question.waitFor({ state: 'detached' })
    assert.equal(await title.inputValue(), 'Call the laboratory')
  }
  await title.press('Escape')
  await question.getByRole('button', { name: 'Leave', exact: true }).click()
  await panel.waitFor({ state: 'detached' })
  await open()
  assert.equal(await title.inputValue(), '')
  await title.fill('Call the laboratory')
  await title.press('Enter')
  await panel.waitFor({ state: 'detached' })
  assert.equal(await question.count(), 0)
  assert.deepEqual(violations, [])
  await close()
})

test('leaving a form that is half edited asks, whichever way: a room, the way back, another clinic, the logout, a reload', async () => {
  const { page, close } = await openPage(browser)
  const dialogs: string[] = []
  page.on('dialog', dialog => {
    dialogs.push(dialog.type())
    void dialog.dismiss()
  })
  await enter(page, await newUser())
  await page.locator('.choice').filter({ hasText: 'Bay Clinic' }).click()
  await page.getByRole('link', { name: 'Team' }).click()
  const email = page.getByLabel('E-mail address')
  await email.fill('half@clinic.example')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const menuItem = async (menu: RegExp, item: string) => {
    await page.getByRole('button', { name: menu }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await page.getByRole('button', { name: /^Account of/ }).click()
  const documentation = page.getByRole('menuitem', { name: 'Documentation' })
  assert.equal(await documentation.getAttribute('href'), '/docs')
  await documentation.press('Escape')
  await documentation.waitFor({ state: 'detached' })
  for (const leave of [
    () => page.getByRole('link', { name: 'My security' }).click(),
    () => page.evaluate('history.back()'),
    () => menuItem(/^Change the clinic/, LONG),
    () => menuItem(/^Account of/, 'Log out'),
  ]) {
    await leave()
    await question.waitFor()
    await assertAccessible(page, 'the question before leaving')
    await question.getByRole('button', { name: 'Stay' }).click()
    await question.waitFor({ state: 'detached' })
    await heading(page, 'Team').waitFor()
    assert.equal(await email.inputValue(), 'half@clinic.example')
  }
  const asked = page.waitForEvent('dialog')
  await page.evaluate('location.reload()')
  await asked
  assert.deepEqual(dialogs, ['beforeunload'])
  assert.equal(await email.inputValue(), 'half@clinic.example')
  await page.getByRole('link', { name: 'My security' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await heading(page, 'My security').waitFor()
  // What is saved or untouched asks nothing.
  await page.getByRole('link', { name: 'Team' }).click()
  await heading(page, 'Team').waitFor()
  await page.getByRole('link', { name: 'AI assistants of the clinic' }).click()
  await heading(page, 'AI assistants of the clinic').waitFor()
  await page.getByLabel('Days until a connection needs consent again').fill('17')
  await page.getByRole('link', { name: 'My AI assistants' }).click()
  await question.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Save the rules' }).click()
  await page.getByRole('status').filter({ hasText: 'The rules are saved.' }).waitFor()
  await page.getByRole('link', { name: 'My AI assistants' }).click()
  await heading(page, 'My AI assistants').waitFor()
  await close()
})
