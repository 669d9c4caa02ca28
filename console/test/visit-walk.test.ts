import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBrowser } from './browser.ts'
import { startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { hearing } from './walk/hearing.ts'
import * as care from './walk/visit-care.ts'
import * as corrections from './walk/visit-corrections.ts'
import * as money from './walk/visit-money.ts'
import { practice } from './walk/visit-place.ts'
import { VISIT_TOLD } from './walk/visit-told.ts'

const app = await startConsole()
const browser = await startBrowser()

test('a visit is walked from the booking to the closed day, and corrected: each step tells what it did once, the books add up after it, and a plugin’s copy says the same', async () => {
  const place = await practice(app)
  const { clinic, doctor, one, agree } = place
  const { page, violations, close } = await openAs(app, browser, { clinic, practitioner: doctor })
  await page.addInitScript(money.KEEP_PRINTS)
  const walk = { ...place, browser, page }
  const told = await hearing(app, clinic)
  const after = async (step: keyof typeof VISIT_TOLD) => {
    await told(step, VISIT_TOLD[step])
    await agree(step)
  }

  const visit = await care.book(walk)
  await after('booked')
  await care.checkIn(walk, visit)
  await after('checked in, and held')
  await care.chart(walk)
  await after('planned')
  await care.writeNote(walk, visit)
  await after('the note is signed')
  await care.quote(walk)
  await after('quoted')
  const phone = await care.openQuotation(walk)
  await after('the quotation is opened')
  await care.signQuotation(walk, phone)
  await after('the quotation is signed')
  await care.complete(walk)
  await after('completed')
  await money.checkOut(walk, visit)
  await after('checked out')
  await money.readReceipts(walk)
  await after('reported')
  const { id = '', minor = 0 } =
    (await one<{ id: string; minor: number }>(
      'select id, insurance_minor::int as minor from invoice where company_id = $1',
    )) ?? {}
  assert.ok(minor > 0)
  await money.claimIt(walk)
  await after('claimed')
  await money.remit(walk, minor / 100)
  await after('the insurer has paid')
  await money.countAndClose(walk)
  await after('the day is closed')

  await corrections.giveBack(walk)
  await after('a part is given back')
  await corrections.credit(walk, id)
  await after('a note is made')
  const second = await care.walkIn(walk)
  await care.enterDone(walk)
  await after('a second visit has come')
  await corrections.checkOutInPart(walk, second)
  await after('a second visit is paid in part')
  await corrections.correctRejected(walk)
  await after('what was rejected is corrected')
  assert.deepEqual(violations, [])
  await close()
})
