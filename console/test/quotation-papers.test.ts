import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printQuotation } from '@clinic/contract/staff/quotations.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import { staffClient, staffMember } from '../../server/test/support/staff/scene.ts'
import { startBrowser } from './browser.ts'
import { openPage, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { lookingAt } from './looking-at.ts'
import { openAt } from './places.ts'
import { seedQuotation } from './quotation-scene.ts'
import { receiptPractice } from './receipt-scene.ts'
import { KEEP_PRINTS } from './walk/visit-money.ts'

const app = await startConsole()
const browser = await startBrowser()
const look = lookingAt('quotation-paper')

/** The amounts that are to be seen, as digits alone. */
const AMOUNTS = `[...document.querySelectorAll('.offer :is(dd, li > bdi) span')]
  .filter(one => one.checkVisibility()).map(one => one.textContent.replace(/[^\\d.,]/g, '').replace(/\\.+$/, ''))`

for (const currency of ['SAR', 'KWD'])
  test(`in ${currency} a quotation is on sheets of A4, both options with the same amounts in each language`, async () => {
    const practice = { ...(await receiptPractice(app, currency)), api: app.api() }
    const id = await seedQuotation(app, practice)
    const { cookie } = await staffMember(app, practice.clinic, 'owner')
    const all: string[][] = []
    for (const language of ['ar', 'en', 'both'] as const) {
      const { html } = (await staffClient(app, () => cookie).call(printQuotation, { id, language })).body.data
      const { page, violations, close } = await openPage(browser)
      await page.route(`${app.url}/paper`, route =>
        route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }),
      )
      await page.goto(`${app.url}/paper`)
      all.push(await page.evaluate(AMOUNTS))
      await look(page, `${currency}-${language}`)
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
      assert.match(pdf, /\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/)
      assert.deepEqual(violations, [])
      await close()
    }
    assert.ok(Number(all[0]?.length) > 10)
    for (const other of all) assert.deepEqual(other, all[0])
  })

test('at a quotation it is printed by a button', async () => {
  const practice = { ...(await receiptPractice(app, 'SAR')), api: app.api() }
  const id = await seedQuotation(app, practice)
  const { page, violations, close } = await openAs(app, browser, { clinic: practice.clinic, role: 'receptionist' })
  await page.addInitScript(KEEP_PRINTS)
  await openAt(page, `${app.url}/c/${practice.clinic.company_id}/quotations/${id}`)
  await page.getByRole('button', { name: 'Print quotation' }).press('Enter')
  const printed = (): Promise<string[]> => page.evaluate('window.printed ?? []')
  await eventually(async () => (await printed()).length, 1)
  assert.match((await printed())[0] ?? '', /class="offers" data-language="both".*Implant with crown/s)
  assert.deepEqual(violations, [])
  await close()
})
