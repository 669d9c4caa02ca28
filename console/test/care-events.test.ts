import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventType } from '@clinic/contract/event-types.ts'
import { moneyMismatches } from '../../server/test/support/clinic/money.ts'
import { startBrowser } from './browser.ts'
import { startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { CHART_STEPS } from './walk/care-chart.ts'
import { MONEY_STEPS } from './walk/care-money.ts'
import { PAGE_STEPS } from './walk/care-pages.ts'
import { carePlace } from './walk/care-place.ts'
import { hearing } from './walk/hearing.ts'
import { VISIT_TOLD } from './walk/visit-told.ts'

const app = await startConsole()
const browser = await startBrowser()

/** Each event of care and money, by hand. */
const CARE_AND_MONEY: readonly EventType[] = [
  ...(['treatment.status_changed', 'treatmentstep.completed', 'inventory.low_stock'] as const),
  ...(['treatment.approval_requested', 'treatment.approved'] as const),
  ...(['laborder.created', 'laborder.updated', 'laborder.received', 'laborder.delivered'] as const),
  ...(['encounter.created', 'prescription.created', 'videocall.started'] as const),
  ...(['form.submitted', 'form.signed', 'message.sent', 'message.failed', 'feedback.submitted'] as const),
  ...(['quotation.created', 'quotation.signed'] as const),
  ...(['points.redeemed', 'points.earned', 'appointment.completed'] as const),
  ...(['invoice.created', 'invoice.paid', 'invoice.updated', 'payment.created', 'payment.refunded'] as const),
  ...(['onlinepayment.succeeded', 'onlinepayment.failed', 'onlinepayment.refunded'] as const),
  ...(['einvoice.submitted', 'einvoice.cleared', 'einvoice.rejected'] as const),
  ...(['claim.created', 'claim.status_changed', 'claim.rejected_amount_updated'] as const),
  ...(['expense.created', 'income.created'] as const),
]
/** What visits tell besides; `events.test.ts` walks through it. */
const OF_THE_DAY: readonly EventType[] = ['appointment.created', 'appointment.checkedin', 'appointment.updated']

const STEPS = [...CHART_STEPS, ...MONEY_STEPS, ...PAGE_STEPS]

test('what is done by clicks in care and money, on the pages of patients and by callbacks is told to plugins, each once', async () => {
  const place = await carePlace(app)
  const { clinic, doctor } = place
  const told = await hearing(app, clinic)
  const { page, violations, close } = await openAs(app, browser, { clinic, practitioner: doctor })
  const walk = { ...place, browser, page }
  for (const { what, act, tells } of STEPS) {
    await act(walk)
    await told(what, tells)
  }
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
  assert.deepEqual(violations, [])
  await close()
})

test('these steps and those of the walk of a visit tell every event of care and money', () => {
  const told = new Set<EventType>([...Object.values(VISIT_TOLD), ...STEPS.map(({ tells }) => tells)].flat())
  for (const type of OF_THE_DAY) told.delete(type)
  assert.equal(CARE_AND_MONEY.length, 38)
  assert.deepEqual([...told].sort(), CARE_AND_MONEY.toSorted())
})
