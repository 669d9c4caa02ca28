import assert from 'node:assert/strict'
import { runJobs } from '../../../server/test/support/app/jobs.ts'
import { button, said } from '../console.ts'
import { openAt } from '../places.ts'
import { toCheckout } from './visit-money.ts'
import type { Walk } from './visit-place.ts'

export async function giveBack({ page, at, one }: Walk): Promise<void> {
  const card = await one<{ id: string }>("select id from payment where company_id = $1 and type = 'CARD'")
  await openAt(page, at(`/money?tab=payments&open=${card?.id}`))
  await page
    .getByRole('dialog', { name: 'Payment', exact: true })
    .getByRole('button', { name: 'Refund' })
    .press('Enter')
  const refund = page.getByRole('dialog', { name: 'Refund the payment' })
  await refund.getByLabel('Reason').fill('Was not done')
  await refund.getByLabel('Amount').fill('33.33')
  await refund.getByRole('button', { name: 'Refund' }).press('Enter')
  await refund.waitFor({ state: 'detached' })
}

export async function credit({ page, at }: Walk, invoiceId: string): Promise<void> {
  await openAt(page, at(`/money?open=${invoiceId}`))
  const bill = page.getByRole('dialog', { name: 'Invoice' })
  await bill.getByRole('button', { name: 'Credit note' }).press('Enter')
  await bill.getByLabel('Taken off Crown').fill('10')
  await bill.getByLabel('Reason').fill('Kindness')
  await bill.getByRole('button', { name: 'Make credit note' }).press('Enter')
  await bill.getByRole('region', { name: 'Credit notes' }).getByRole('listitem').getByText('Kindness').waitFor()
}

/** A part is paid in cash, after the day of the drawer was closed: it is of the next day. */
export async function checkOutInPart(walk: Walk, visit: string): Promise<void> {
  const { page, one } = walk
  const first = await toCheckout(walk, visit)
  await first.getByLabel('Amount').fill('50')
  await button(page, 'Take payment').click()
  await page.getByRole('region', { name: 'Receipt' }).getByText('Left to pay').waitFor()
  assert.deepEqual(
    await one(
      `select amount_minor::int as amount, business_date > closed_through as later from treasury_movement
       join treasury on treasury.company_id = treasury_movement.company_id and treasury.id = treasury_id
       where treasury.company_id = $1 and treasury.name = 'Front desk' order by treasury_movement.created_at desc limit 1`,
    ),
    { amount: 5_000, later: true },
  )
}

/** What the authority rejected is found, corrected where it is shown, and reported again: it clears. */
export async function correctRejected({ app, page, at, one }: Walk): Promise<void> {
  await runJobs(app)
  await openAt(page, at('/money/online'))
  const reports = page.getByRole('region', { name: 'E-invoices' })
  await reports.getByText('The amounts do not add up as the authority computes them.').waitFor()
  await reports.getByRole('link', { name: /Open invoice/ }).press('Enter')
  const bill = page.getByRole('dialog', { name: 'Invoice' })
  await bill.getByRole('button', { name: 'Edit items' }).press('Enter')
  await bill.getByLabel(/^Discount: .*Scaling/).fill('0.13')
  await bill.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await said(page, 'The invoice is changed.')
  await bill.getByRole('button', { name: 'Report again' }).press('Enter')
  await said(page, 'It is being reported again.')
  await runJobs(app)
  await openAt(page, at('/money/online'))
  await reports.getByText('No e-invoice is to be reported again.').waitFor()
  const attempts = await one(
    `select array_agg(status order by attempt_number) as statuses, count(clearance_time)::int as cleared,
       (select count(*)::int from event where company_id = $1 and type = 'einvoice.cleared'
         and data ->> 'invoiceId' = min(invoice_id) and data -> 'attemptNumber' = '2') as told
     from einvoice_submission where company_id = $1 and credit_note_id is null
       and invoice_id = (select invoice_id from einvoice_submission where company_id = $1 and status = 'REJECTED')`,
  )
  assert.deepEqual(attempts, { statuses: ['REJECTED', 'SUBMITTED'], cleared: 1, told: 1 })
}
