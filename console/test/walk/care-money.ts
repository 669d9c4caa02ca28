import { runJobs } from '../../../server/test/support/app/jobs.ts'
import { button, said } from '../console.ts'
import { openAt } from '../places.ts'
import { onPhone } from './care-pages.ts'
import type { CareStep, CareWalk } from './care-place.ts'

/** A payment link is made where an invoice is shown, and sent by SMS. */
async function sendLink({ app, page, at, bills }: CareWalk, bill: keyof CareWalk['bills']): Promise<void> {
  await openAt(page, at(`/money?open=${bills[bill].id}`))
  const drawer = page.getByRole('dialog', { name: 'Invoice' })
  await drawer.getByRole('button', { name: 'Payment link' }).press('Enter')
  const part = drawer.getByRole('region', { name: 'Payment link' })
  await part.getByRole('button', { name: 'Send link' }).press('Enter')
  await said(page, 'The link is on its way')
  await runJobs(app)
}

/** The payer has the link open. */
async function onPayPage(walk: CareWalk, bill: keyof CareWalk['bills'], press: RegExp, shown: string): Promise<void> {
  const [link] = await walk.app.sql<{ link_token: string }>(
    'select link_token from online_payment where invoice_id = $1',
    [walk.bills[bill].id],
  )
  await onPhone(walk, `/pay/${link?.link_token}`, async page => {
    await page.getByRole('button', { name: press }).tap()
    await page.getByText(shown).waitFor()
  })
}

/** The visit is checked out, and a part of it paid with the points that were earned. */
async function checkOut({ page, at, ids }: CareWalk): Promise<void> {
  await openAt(page, at(`/checkout/${ids.visit}`))
  await page.getByLabel(/^Points, at most/).fill('50')
  await page.getByText('Points', { exact: true }).waitFor()
  await button(page, 'Take payment').click()
  await page.getByRole('region', { name: 'Receipt' }).waitFor()
}

async function refund({ app, page, at }: CareWalk): Promise<void> {
  await openAt(page, at('/money/online'))
  await page
    .getByRole('table', { name: 'Payment links' })
    .getByRole('row', { name: /Paid/ })
    .getByRole('button')
    .press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Payment link' })
  await drawer.getByRole('button', { name: 'Refund' }).press('Enter')
  const asked = page.getByRole('dialog', { name: 'Refund the online payment' })
  await asked.getByLabel('Reason').fill('Was not done')
  await asked.getByRole('button', { name: 'Refund' }).press('Enter')
  await asked.waitFor({ state: 'detached' })
  await runJobs(app)
}

const paid = ['payment.created', 'invoice.paid', 'points.earned'] as const

/** Of a visit whose treatment is done. */
export const MONEY_STEPS: readonly CareStep[] = [
  { what: 'a link is sent', act: walk => sendLink(walk, 'paid'), tells: ['message.sent'] },
  { what: 'a link cannot be delivered', act: walk => sendLink(walk, 'declined'), tells: ['message.failed'] },
  {
    ...{ what: 'a payer pays', act: walk => onPayPage(walk, 'paid', /^Pay/, 'Thank you') },
    tells: [...paid, 'onlinepayment.succeeded'],
  },
  {
    ...{ what: 'a card is declined', act: walk => onPayPage(walk, 'declined', /declined/, 'did not go through') },
    tells: ['onlinepayment.failed'],
  },
  {
    ...{ what: 'points are redeemed', act: checkOut },
    tells: ['points.redeemed', 'invoice.created', ...paid, 'appointment.completed'],
  },
  {
    ...{ what: 'a payer is paid back', act: refund },
    tells: ['onlinepayment.refunded', 'payment.refunded', 'invoice.updated'],
  },
]
