import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LinkKind, linkToken } from '../../server/src/domain/staff/mail-link.ts'
import { secretBox } from '../../server/src/kernel/values/secret-box.ts'
import { MASTER_KEY } from '../../server/test/support/app/harness.ts'
import { member, PASSWORD, person, browser as staffBrowser } from '../../server/test/support/staff/staff.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, openPage, PHONE, startConsole } from './console.ts'

const app = await startConsole()
const browser = await startBrowser()
const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
const owner = await person(app)
await member(app, owner, clinic, 'owner')
const tokenOf = (kind: LinkKind, id: string) => linkToken(secretBox([MASTER_KEY]), kind, id)

async function invitation(email: string): Promise<string> {
  const console = staffBrowser(app)
  const headers = { origin: app.url }
  await console.send('POST', '/session', { email: owner.email, password: PASSWORD }, headers)
  await console.send('POST', '/invitations', { email, role: 'receptionist' }, headers)
  const [row] = await app.sql<{ id: string }>('select id from invitation where email = $1', [email])
  return tokenOf('invitation', row?.id ?? '')
}

test('an invitation leads to an account and into the clinic, in Arabic, on a phone', async () => {
  const { page, violations, close } = await openPage(browser, { viewport: PHONE, locale: 'ar-SA' })
  const token = await invitation('huda@clinic.example')
  await page.goto(`${app.url}/invite/${token}`)
  await page.getByRole('heading', { level: 1, name: /عيادة النخلة/ }).waitFor()
  await page.getByText('موظف استقبال').waitFor()
  await assertAccessible(page, 'an invitation')
  await page.getByLabel('اسمك').fill('هدى كريم')
  await page.getByRole('textbox', { name: 'اختر كلمة مرور' }).fill('a harbour of quiet lamps')
  await page.getByRole('button', { name: 'قبول الدعوة' }).click()
  await page.getByRole('link', { name: 'إلى تسجيل الدخول' }).click()
  await page.getByLabel('البريد الإلكتروني').fill('huda@clinic.example')
  await page.getByRole('textbox', { name: 'كلمة المرور' }).fill('a harbour of quiet lamps')
  await page.getByRole('button', { name: 'دخول' }).click()
  await page.getByRole('heading', { level: 1, name: 'المرضى' }).waitFor()
  await page.goto(`${app.url}/invite/${token}`)
  await page.getByRole('heading', { level: 1, name: 'لم تعد هذه الدعوة صالحة' }).waitFor()
  assert.deepEqual(violations, [])
  await close()
})

test('a password is reset by a link that is good once, and what it answers says nothing of who has an account', async () => {
  const { page, close } = await openPage(browser)
  const user = await person(app)
  await member(app, user, clinic)
  await page.goto(`${app.url}/login`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('heading', { level: 1, name: 'Reset your password' }).waitFor()
  for (const email of ['nobody@clinic.example', user.email]) {
    await page.getByLabel('E-mail address').fill(email)
    const answered = page.waitForResponse('**/staff/v1/password-resets')
    await page.getByRole('button', { name: 'Send the link' }).click()
    assert.equal((await answered).status(), 202)
    await page.getByRole('status').filter({ hasText: 'If an account has this address' }).waitFor()
  }
  const [row] = await app.sql<{ id: string }>('select id from password_reset where user_id = $1', [user.id])
  const link = `${app.url}/reset/${tokenOf('password_reset', row?.id ?? '')}`
  await page.goto(link)
  await page.getByRole('textbox', { name: 'New password' }).fill('password1234')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await page.getByRole('alert').filter({ hasText: 'not a common password' }).waitFor()
  await page.getByRole('textbox', { name: 'New password' }).fill('a harbour of quiet lamps')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await page.getByText('Your new password is set').waitFor()
  await page.goto(link)
  await page.getByRole('textbox', { name: 'New password' }).fill('another harbour of lamps')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await page.getByRole('heading', { level: 1, name: 'This link is not valid any more' }).waitFor()
  await close()
})
