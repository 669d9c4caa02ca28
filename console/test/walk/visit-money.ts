import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { runJobs } from '../../../server/test/support/app/jobs.ts'
import { figuresIn } from '../../../server/test/support/clinic/receipts.ts'
import { eventually } from '../../../server/test/support/eventually.ts'
import { button, said } from '../console.ts'
import { openAt } from '../places.ts'
import { press, type Walk } from './visit-place.ts'

/** From the card of a visit to the page of its checkout. */
export async function toCheckout({ page, at }: Walk, visit: string) {
  await openAt(page, at('/flow'))
  await page.locator(`[data-visit="${visit}"] [data-card]`).focus()
  await press(page, 'p')
  const first = page.getByRole('group', { name: 'Paid by 1' })
  await first.waitFor()
  return first
}

/** Two hundred by card, the rest in cash. */
export async function checkOut(walk: Walk, visit: string): Promise<void> {
  const { page, one } = walk
  const first = await toCheckout(walk, visit)
  await press(page, 'F4', '+')
  await first.getByLabel('Amount').fill('200')
  await page.getByRole('group', { name: 'Paid by 2' }).waitFor()
  await button(page, 'Take payment').click()
  await page.getByRole('region', { name: 'Receipt' }).waitFor()
  await eventually(() => one("select count(*)::int as n from payment where company_id = $1 and type <> 'INSURANCE'"), {
    n: 2,
  })
}

/** Has the frames of a page keep what they were asked to print. */
export const KEEP_PRINTS = `window.print = () => {
  window.top.printed = [...(window.top.printed ?? []), document.querySelector('main').outerHTML]
}`
const printed = (page: Page): Promise<string[]> => page.evaluate('window.printed ?? []')

/** The receipt as it is printed in Arabic says in figures what the English one and the books do. */
export async function readReceipts({ app, page, one }: Walk): Promise<void> {
  await runJobs(app)
  await page.getByRole('combobox', { name: 'Paper' }).selectOption('80mm')
  for (const [count, language] of [
    [1, 'ar'],
    [2, 'en'],
  ] as const) {
    await page.getByRole('combobox', { name: 'Language of the receipt' }).selectOption(language)
    await button(page, 'Print receipt').click()
    await eventually(async () => (await printed(page)).length, count)
  }
  const [arabic = '', english = ''] = await printed(page)
  assert.match(arabic, /data-paper="80mm" data-language="ar"/)
  assert.match(arabic, /عيادة النخلة.*فاتورة ضريبية مبسطة/s)
  const said = figuresIn(arabic)
  assert.deepEqual([said, figuresIn(english).outside], [{ figures: figuresIn(english).figures, outside: '' }, ''])
  const row = await one<Record<string, string>>(
    `select to_char(total_minor / 100.0, 'FM9,999,990.00') as total, to_char(tax_minor / 100.0, 'FM9,999,990.00') as tax,
       to_char(insurance_minor / 100.0, 'FM9,999,990.00') as insurance from invoice where company_id = $1`,
  )
  for (const amount of Object.values(row ?? {}))
    assert.ok(
      said.figures.some(figure => figure.includes(amount)),
      `${amount} of ${said.figures}`,
    )
}

export async function claimIt({ page, at, one }: Walk): Promise<void> {
  await openAt(page, at('/claims?tab=builder'))
  await page.getByLabel('Insurer', { exact: true }).selectOption({ label: 'Waha' })
  await page.getByRole('region', { name: 'Can be claimed' }).getByRole('checkbox').last().focus()
  await press(page, 'Space')
  await page.getByRole('button', { name: 'Claim 1 invoice' }).waitFor()
  await press(page, 'b')
  const claim = page.getByRole('dialog', { name: 'New claim' })
  await claim.getByRole('textbox', { name: 'Name', exact: true }).fill('November')
  await press(page, 'Enter')
  const opened = page.getByRole('dialog', { name: 'Claim', exact: true })
  await opened.getByLabel('Reference of the insurer').fill('W-1')
  await opened.getByRole('button', { name: 'Submit' }).click()
  await eventually(() => one('select status from claim where company_id = $1'), { status: 'IN_REVIEW' })
  await press(page, 'Escape')
  await opened.waitFor({ state: 'detached' })
}

/** The insurer pays what it bears but for ten, which the clinic bears. */
export async function remit({ page, at, one }: Walk, borne: number): Promise<void> {
  const paid = String(borne - 10)
  await openAt(page, at('/claims?tab=remittance'))
  await page.getByLabel('Insurer', { exact: true }).selectOption({ label: 'Waha' })
  await page.getByRole('textbox', { name: 'Paid in all', exact: true }).fill(paid)
  await page.getByLabel('Into which treasury').selectOption({ label: 'Claims bank' })
  await page.getByRole('textbox', { name: 'Reference of the payment', exact: true }).fill('PAY-1')
  const line = page.getByRole('group', { name: /^Invoice/ })
  await line.getByLabel('Received').fill(paid)
  await line.getByLabel('Rejected', { exact: true }).fill('10')
  await line.getByLabel('Rejected part').selectOption({ label: 'Write-off' })
  await page.getByRole('button', { name: 'Post' }).click()
  await eventually(() => one('select status from claim where company_id = $1'), { status: 'FULLY_CLAIMED' })
}

/** The drawer is counted, and its day closed: it holds what was paid in cash. */
export async function countAndClose({ page, at, one }: Walk): Promise<void> {
  const { cash = 0 } =
    (await one<{ cash: number }>(
      "select sum(amount_minor)::int as cash from payment where company_id = $1 and type = 'CASH'",
    )) ?? {}
  assert.ok(cash > 0)
  await openAt(page, at('/books'))
  await press(page, 'c')
  const drawer = page.getByRole('dialog', { name: 'Close a day' })
  await drawer.getByLabel('Treasury').selectOption({ label: 'Front desk' })
  await drawer.getByText('Expected').waitFor()
  await drawer.getByLabel('Counted').fill(String(cash / 100))
  await drawer.getByText('No difference.').waitFor()
  await drawer.getByRole('button', { name: 'Close for good' }).press('Enter')
  await said(page, 'The day is closed.')
  assert.deepEqual(
    await one(
      'select expected_minor::int as expected, counted_minor::int as counted from day_close where company_id = $1',
    ),
    { expected: cash, counted: cash },
  )
}
