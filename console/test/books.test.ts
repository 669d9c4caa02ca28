import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { startBrowser } from './browser.ts'
import { assertAccessible, button, said, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()

async function clinicWithBooks() {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
  await app.branch(clinic)
  return { clinic, room: `${app.url}/c/${clinic.company_id}/books` }
}

/** What plugins of the clinic could hear, in order. */
const heard = async (clinic: { company_id: string }) => {
  const found = await app.sql<{ type: string }>(
    'select type from event where company_id = $1 order by created_at, id',
    [clinic.company_id],
  )
  return found.map(({ type }) => type)
}

test('by keyboard money comes in, is moved, is spent in part and paid in full, and is taken back: the treasuries hold what is left, and each event fires once', async () => {
  const { clinic, room } = await clinicWithBooks()
  const { page, violations, close } = await openAs(app, browser, { clinic })
  const drawer = page.getByRole('dialog')
  await openAt(page, room)

  for (const [name, opening] of [
    ['Front desk', '1000'],
    ['Safe', ''],
  ] as const) {
    await button(page, 'Add a treasury').press('Enter')
    await drawer.getByLabel('Name').and(page.locator(':focus')).waitFor()
    await page.keyboard.type(name)
    await drawer.getByLabel('What is in it already').fill(opening)
    await page.keyboard.press('Enter')
    await drawer.waitFor({ state: 'detached' })
  }
  const holds = (treasury: string, amount: string) => button(page, new RegExp(`${treasury}.*${amount}`)).waitFor()
  await holds('Front desk', '1,000.00')

  await page.keyboard.press('i')
  await drawer.getByLabel('What for').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Room let')
  await drawer.getByLabel('Amount').fill('250,5')
  await page.keyboard.press('Enter')
  await drawer.getByLabel('Amount').and(page.locator(':focus')).waitFor()
  await drawer.getByLabel('Amount').fill('250.50')
  await drawer.getByLabel('Treasury').selectOption({ label: 'Front desk' })
  await page.keyboard.press('Enter')
  await said(page, 'The income is entered.')
  await holds('Front desk', '1,250.50')

  await drawer.waitFor({ state: 'detached' })
  await page.keyboard.press('x')
  await drawer.getByLabel('From').waitFor()
  await assertAccessible(page, 'a transfer', ['[role=dialog]'])
  await drawer.getByLabel('From').selectOption({ label: 'Front desk' })
  await drawer.getByLabel('To').selectOption({ label: 'Safe' })
  await drawer.getByLabel('Amount').fill('5000')
  await page.keyboard.press('Enter')
  await drawer.getByText(/There is less cash in this treasury: .*1,250\.50/).waitFor()
  await drawer.getByLabel('Amount').fill('1000')
  await page.keyboard.press('Enter')
  await said(page, 'The money is moved.')
  await holds('Safe', '1,000.00')

  await drawer.waitFor({ state: 'detached' })
  await page.keyboard.press('e')
  await drawer.getByLabel('What for').fill('Gloves')
  await drawer.getByLabel('Total with tax').fill('575')
  await drawer.getByLabel('Paid now').fill('100')
  await drawer.getByLabel('Treasury').selectOption({ label: 'Safe' })
  await page.keyboard.press('Enter')
  await said(page, 'The expense is entered.')
  await holds('Safe', '900.00')

  await button(page, 'Gloves').press('Enter')
  await drawer.getByText(/475\.00.* is left to pay/).waitFor()
  await drawer.getByRole('button', { name: 'Pay' }).press('Enter')
  await said(page, 'The payment is entered.')
  await holds('Safe', '425.00')
  await page.getByRole('row', { name: /Gloves.*575\.00.*575\.00/ }).waitFor()

  await button(page, 'Gloves').press('Enter')
  await drawer.getByRole('button', { name: 'Reverse' }).press('Enter')
  const reason = page.getByRole('dialog', { name: 'Reverse the entry' })
  await reason.getByRole('button', { name: 'Reverse' }).press('Enter')
  await reason.getByText('Say why.').waitFor()
  await reason.getByLabel('Reason').fill('Entered twice')
  await reason.getByRole('button', { name: 'Reverse' }).press('Enter')
  await said(page, 'The entry is reversed.')
  await holds('Safe', '1,000.00')

  await page.getByRole('link', { name: 'Reports' }).press('Enter')
  await page.getByText('Nothing in these days').waitFor()
  await page.getByLabel('Report', { exact: true }).selectOption({ label: 'Treasuries' })
  await page.getByRole('row', { name: /Front desk.*0\.00.*1,250\.50.*1,000\.00.*250\.50/ }).waitFor()
  await page.getByRole('region', { name: 'In all' }).getByText('1,250.50').waitFor()
  const [table] = await Promise.all([page.waitForEvent('download'), button(page, 'Download CSV').press('Enter')])
  assert.match(table.suggestedFilename(), /^treasuries-\d{4}-\d\d-01-\d{4}-\d\d-\d\d\.csv$/)
  assert.match(
    await readFile(await table.path(), 'utf8'),
    /"CASH","Front desk","","","","","0","1250.5","1000","250.5"/,
  )

  assert.deepEqual(await heard(clinic), ['income.created', 'expense.created', 'expense.created'])
  assert.deepEqual(violations, [])
  await close()
})

test('a receptionist counts the drawer and closes its day, and sees nothing else of the books; a difference needs its reason, and money that moved meanwhile is shown before the close', async () => {
  const { clinic, room } = await clinicWithBooks()
  const owner = await openAs(app, browser, { clinic })
  await openAt(owner.page, room)
  await button(owner.page, 'Add a treasury').click()
  const adding = owner.page.getByRole('dialog')
  await adding.getByLabel('Name').fill('Front desk')
  await adding.getByLabel('Branch').selectOption({ index: 1 })
  await adding.getByLabel('What is in it already').fill('300')
  await adding.getByRole('button', { name: 'Add a treasury' }).click()
  await adding.waitFor({ state: 'detached' })

  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  const drawer = page.getByRole('dialog', { name: 'Close a day' })
  await openAt(page, room)
  assert.equal(await button(page, 'Add expense').count(), 0)
  assert.equal(await page.getByRole('tab', { name: 'Expenses' }).count(), 0)
  await page.keyboard.press('e')
  await page.keyboard.press('c')
  await drawer.getByText('Expected').waitFor()
  await assertAccessible(page, 'a close', ['[role=dialog]'])
  await drawer.getByLabel('Counted').fill('300')
  await drawer.getByText('No difference.').waitFor()

  await owner.page.keyboard.press('e')
  const spending = owner.page.getByRole('dialog', { name: 'Add expense' })
  await spending.getByLabel('What for').fill('Taxi')
  await spending.getByLabel('Total with tax').fill('20')
  await spending.getByLabel('Treasury').selectOption({ label: 'Front desk' })
  await spending.getByLabel('Total with tax').press('Enter')
  await said(owner.page, 'The expense is entered.')

  await drawer.getByRole('button', { name: 'Close for good' }).press('Enter')
  await drawer.getByText('Money moved while you counted.', { exact: false }).waitFor()
  await drawer.getByText(/Difference: .*20\.00/).waitFor()
  await drawer.getByLabel('Counted').fill('279.50')
  await drawer.getByRole('button', { name: 'Close for good' }).press('Enter')
  await drawer.getByLabel('Reason').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Change given by mistake')
  await page.keyboard.press('Enter')
  await said(page, 'The day is closed.')
  await page.getByText('Change given by mistake').waitFor()

  const [closed] = await app.sql<{ expected_minor: string; counted_minor: string; reason: string }>(
    'select expected_minor, counted_minor, reason from day_close where company_id = $1 order by date desc limit 1',
    [clinic.company_id],
  )
  assert.deepEqual(
    { ...closed, expected_minor: Number(closed?.expected_minor), counted_minor: Number(closed?.counted_minor) },
    { expected_minor: 28_000, counted_minor: 27_950, reason: 'Change given by mistake' },
  )
  assert.deepEqual([...violations, ...owner.violations], [])
  await Promise.all([close(), owner.close()])
})
