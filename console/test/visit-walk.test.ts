import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBrowser } from './browser.ts'
import { startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import * as care from './walk/visit-care.ts'
import * as corrections from './walk/visit-corrections.ts'
import * as money from './walk/visit-money.ts'
import { practice } from './walk/visit-place.ts'

const app = await startConsole()
const browser = await startBrowser()

test('a visit is walked from the booking to the closed day, and corrected: the books add up after each step, and a plugin’s copy says the same', async () => {
  const place = await practice(app)
  const { clinic, doctor, one, agree } = place
  const { page, violations, close } = await openAs(app, browser, { clinic, practitioner: doctor })
  await page.addInitScript(money.KEEP_PRINTS)
  const walk = { ...place, browser, page }

  const visit = await care.book(walk)
  await care.checkIn(walk, visit)
  await care.chart(walk)
  await care.writeNote(walk, visit)
  await care.quote(walk)
  await care.complete(walk)
  await agree('completed')
  await money.checkOut(walk, visit)
  await agree('checked out')
  await money.readReceipts(walk)
  const { id = '', minor = 0 } =
    (await one<{ id: string; minor: number }>(
      'select id, insurance_minor::int as minor from invoice where company_id = $1',
    )) ?? {}
  assert.ok(minor > 0)
  await money.claimIt(walk)
  await agree('claimed')
  await money.remit(walk, minor / 100)
  await agree('the insurer has paid')
  await money.countAndClose(walk)
  await agree('the day is closed')

  await corrections.giveBack(walk)
  await agree('a part is given back')
  await corrections.credit(walk, id)
  await agree('a note is made')
  const second = await care.walkIn(walk)
  await care.enterDone(walk)
  await corrections.checkOutInPart(walk, second)
  await agree('a second visit is paid in part')
  await corrections.correctRejected(walk)
  await agree('what was rejected is corrected')
  assert.deepEqual(violations, [])
  await close()
})
