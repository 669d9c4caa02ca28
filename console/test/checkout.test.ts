import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payingOnline } from '../../server/test/support/clinic/online-payments.ts'
import { NOON_ZONE } from '../../server/test/support/clock.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import { startBrowser } from './browser.ts'
import { seedCheckout } from './checkout-scene.ts'
import { assertAccessible, assertFits, button, PHONE, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()

/** A clinic of its own, with a visit at which 350 and 150 were done. */
async function seed() {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة', time_zone: NOON_ZONE })
  const branch = await app.branch(clinic, { name: 'Olaya' })
  const doctor = await app.doctor([branch], { display_name: 'Dr. Noor Saleh' })
  const visitId = await seedCheckout(app, { clinic, branch, doctor })
  const paid = async () =>
    (
      await app.sql<{ type: string; amount_minor: number }>(
        'select type, amount_minor::integer from payment where company_id = $1 order by amount_minor desc',
        [clinic.company_id],
      )
    ).map(({ type, amount_minor }) => [type, amount_minor])
  const status = async () =>
    (await app.sql<{ status: string }>('select status from appointment where id = $1', [visitId]))[0]?.status
  const at = (path: string) => `${app.url}/c/${clinic.company_id}${path}`
  return { clinic, visitId, paid, status, at, room: at(`/checkout/${visitId}`) }
}

test('from the card of a visit to its receipt it is three clicks, and the visit is over', async () => {
  const { clinic, at, paid, status } = await seed()
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  await openAt(page, at('/flow'))
  await button(page, 'Maha Nasser').first().click()
  await page.getByRole('dialog').getByRole('link', { name: 'Check out' }).click()
  await page.getByRole('heading', { level: 1, name: 'Checkout' }).waitFor()
  await page.getByText('The patient pays').waitFor()
  await assertAccessible(page, 'the checkout')
  await button(page, 'Take payment').click()
  await page.getByRole('region', { name: 'Receipt' }).waitFor()
  await assertAccessible(page, 'the receipt')
  assert.deepEqual(await paid(), [['CASH', 57_500]])
  assert.equal(await status(), 'COMPLETED')
  assert.deepEqual(violations, [])
  await close()
})

test('by keys it is as few: P at the card, Enter; F4 pays by card, + splits, and what is typed leaves the rest to the other way', async () => {
  const { clinic, at, paid, room } = await seed()
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  await openAt(page, at('/flow'))
  await button(page, 'Maha Nasser').first().waitFor()
  await page.keyboard.press('p')
  const first = page.getByRole('group', { name: 'Paid by 1' })
  await first.waitFor()
  await page.keyboard.press('F4')
  await page.keyboard.press('+')
  const second = page.getByRole('group', { name: 'Paid by 2' })
  await first.getByLabel('Amount').fill('٥٠٠')
  await second.getByPlaceholder('75').waitFor()
  await second.getByLabel('Cash received').fill('100')
  await page.keyboard.press('Enter')
  const receipt = page.getByRole('region', { name: 'Receipt' })
  await receipt.getByText('Change').waitFor()
  await receipt.getByText(/25\.00/).waitFor()
  assert.deepEqual(await paid(), [
    ['CARD', 50_000],
    ['CASH', 7_500],
  ])
  await page.keyboard.press('b')
  await page.getByRole('dialog', { name: 'New appointment' }).waitFor()
  await page.keyboard.press('Escape')
  await openAt(page, room)
  await page.getByText(/billed already/).waitFor()
  assert.deepEqual(violations, [])
  await close()
})

test('where no answer comes the room checks what became of it with the same key, and the visit is paid once', async () => {
  const { clinic, room, paid } = await seed()
  const { page, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  const keys: (string | undefined)[] = []
  await page.route(/\/staff\/v1\/checkouts$/, async route => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await openAt(page, room)
  await page.getByText('The patient pays').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Checking what became of it…').waitFor()
  await page.getByRole('region', { name: 'Receipt' }).waitFor()
  assert.equal(keys.length, 2)
  assert.match(String(keys[0]), /^[0-9a-f]{64}$/)
  assert.equal(keys[0], keys[1])
  assert.deepEqual(await paid(), [['CASH', 57_500]])
  await close()
})

test('a discount above the limit is asked for, approved by an owner who is told of it, and given', async () => {
  const { clinic, at, room, paid } = await seed()
  const [desk, owner] = [
    await openAs(app, browser, { clinic, role: 'receptionist' }),
    await openAs(app, browser, { clinic, role: 'owner' }),
  ]
  await openAt(owner.page, at('/flow'))
  await openAt(desk.page, room)
  await desk.page.getByLabel('Discount in %').fill('12')
  await desk.page.getByText(/You may give/).waitFor()
  await desk.page.getByLabel('Reason for the discount').fill('Waited for an hour')
  await button(desk.page, 'Ask for approval').click()
  await desk.page.getByText('Waiting for an approval…').waitFor()
  await owner.page.getByText('Waited for an hour').waitFor()
  await assertAccessible(owner.page, 'a discount that waits')
  await button(owner.page, 'Approve').click()
  await desk.page.getByText('The discount is approved.').waitFor()
  await button(desk.page, 'Take payment').click()
  await desk.page.getByRole('region', { name: 'Receipt' }).waitFor()
  assert.deepEqual(await paid(), [['CASH', 50_600]])
  await Promise.all([desk.close(), owner.close()])
})

test('on a phone in Arabic it is one column; what is older is folded; without a gateway no link is offered, and why', async () => {
  const { clinic, room } = await seed()
  const { page, close } = await openAs(
    app,
    browser,
    { clinic, role: 'receptionist' },
    { viewport: PHONE, locale: 'ar-SA' },
  )
  await openAt(page, room)
  await page.getByText('يدفع المريض').waitFor()
  await assertFits(page, 'the checkout')
  await assertAccessible(page, 'the checkout')
  const link = page.getByRole('option', { name: 'رابط دفع' })
  assert.equal(await link.isDisabled(), true)
  await page.getByText(/لا رابط دفع/).waitFor()
  const older = page.getByRole('checkbox', { name: 'X-ray' })
  assert.equal(await older.isVisible(), false)
  await page.getByText(/أقدم وغير مفوتر/).click()
  await older.check()
  await page.getByPlaceholder('805').waitFor()
  await payingOnline(app, clinic)
  await page.reload()
  await page.getByText('يدفع المريض').waitFor()
  await page.keyboard.press('l')
  await page.keyboard.press('Enter')
  await page.getByText(/\/pay\//).waitFor()
  await assertFits(page, 'the receipt')
  await eventually(
    async () =>
      (
        await app.sql(
          'select id from online_payment where branch_id in (select id from branch where company_id = $1)',
          [clinic.company_id],
        )
      ).length,
    1,
  )
  await close()
})
