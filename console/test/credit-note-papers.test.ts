import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printCreditNote } from '@clinic/contract/staff/receipts.ts'
import type { Page } from 'playwright-core'
import { runJobs } from '../../server/test/support/app/jobs.ts'
import { reportToSandbox } from '../../server/test/support/clinic/e-invoicing.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import { staffClient, staffMember } from '../../server/test/support/staff/scene.ts'
import { startBrowser } from './browser.ts'
import { openPage, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { lookingAt } from './looking-at.ts'
import { codeIn } from './picture-codes.ts'
import { openAt } from './places.ts'
import { busyInvoice, receiptPractice } from './receipt-scene.ts'
import { KEEP_PRINTS } from './walk/visit-money.ts'

const app = await startConsole()
const browser = await startBrowser()
const look = lookingAt('credit-note')

const figures = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('.receipt bdi[dir=ltr]')].map(one => one.textContent)`)

for (const currency of ['SAR', 'KWD'])
  test(`in ${currency} the paper of a credit note has the same figures in each language, and its code is what was sealed`, async () => {
    const practice = await receiptPractice(app, currency)
    await reportToSandbox(app, practice)
    await busyInvoice(app, practice)
    await runJobs(app)
    const [note] = await app.sql<{ id: string; qr: string }>(
      `select credit_note_id as id, qr from einvoice_submission where company_id = $1 and credit_note_id is not null`,
      [practice.clinic.company_id],
    )
    const { cookie } = await staffMember(app, practice.clinic, 'owner')
    const all: string[][] = []
    for (const paper of ['80mm', 'A4'] as const)
      for (const language of ['ar', 'en', 'both'] as const) {
        const wish = { id: note?.id ?? '', paper, language }
        const { html } = (await staffClient(app, () => cookie).call(printCreditNote, wish)).body.data
        const { page, violations, close } = await openPage(browser, { deviceScaleFactor: 3 })
        await page.route(`${app.url}/paper`, route =>
          route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }),
        )
        await page.goto(`${app.url}/paper`)
        assert.equal(await codeIn(browser, page.locator('.code svg')), note?.qr, `${paper} ${language}`)
        all.push(await figures(page))
        await look(page, `${currency}-${paper}-${language}`)
        assert.deepEqual(violations, [])
        await close()
      }
    assert.ok(Number(all[0]?.length) > 9)
    for (const other of all) assert.deepEqual(other, all[0])
  })

test('at a credit note its paper is printed as receipts were last at this desk', async () => {
  const practice = await receiptPractice(app, 'SAR')
  const id = await busyInvoice(app, practice)
  const { page, violations, close } = await openAs(app, browser, { clinic: practice.clinic, role: 'receptionist' })
  await page.addInitScript(KEEP_PRINTS)
  await openAt(page, `${app.url}/c/${practice.clinic.company_id}/money?open=${id}`)
  await page.getByRole('combobox', { name: 'Language of the receipt' }).selectOption('ar')
  await page.getByRole('button', { name: /Print credit note/ }).press('Enter')
  const printed = (): Promise<string[]> => page.evaluate('window.printed ?? []')
  await eventually(async () => (await printed()).length, 1)
  assert.match((await printed())[0] ?? '', /data-paper="80mm" data-language="ar".*إشعار دائن/s)
  assert.deepEqual(violations, [])
  await close()
})
