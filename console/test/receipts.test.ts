import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printReceipt } from '@clinic/contract/staff/receipts.ts'
import type { Page } from 'playwright-core'
import { makePatientLink } from '../../server/src/domain/patient-links/make-link.ts'
import { runJobs } from '../../server/test/support/app/jobs.ts'
import { reportToSandbox } from '../../server/test/support/clinic/e-invoicing.ts'
import { issueInvoice } from '../../server/test/support/clinic/money.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import { staffClient, staffMember } from '../../server/test/support/staff/scene.ts'
import { startBrowser } from './browser.ts'
import { seedCheckout } from './checkout-scene.ts'
import { button, openPage, PHONE, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { lookingAt } from './looking-at.ts'
import { codeIn } from './picture-codes.ts'
import { openAt } from './places.ts'
import { busyInvoice, receiptPractice } from './receipt-scene.ts'

const app = await startConsole()
const browser = await startBrowser()
const DESK = { width: 1440, height: 900 }

const look = lookingAt('receipt')

type Practice = Awaited<ReturnType<typeof receiptPractice>>

async function ownerOf({ clinic }: Practice) {
  const { cookie } = await staffMember(app, clinic, 'owner')
  return staffClient(app, () => cookie)
}

/** The page of a receipt, as it is handed to a printer. */
async function openPaper(
  practice: Practice,
  id: string,
  wish: { paper: '80mm' | 'A4'; language: 'en' | 'ar' | 'both' },
) {
  const { html } = (await (await ownerOf(practice)).call(printReceipt, { id, ...wish })).body.data
  const opened = await openPage(browser, { deviceScaleFactor: 3 })
  const url = `${app.url}/paper`
  await opened.page.route(url, route => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }))
  await opened.page.goto(url)
  return opened
}

/** What stands in figures on the page that is shown, in the order of the page. */
const figures = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('.receipt bdi[dir=ltr]')].map(one => one.textContent)`)

/** The sizes of the pages of a document, in millimetres. */
async function pagesOf(page: Page): Promise<[number, number][]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
  return boxes.map(([, width, height]) => [
    Math.round((Number(width) / 72) * 25.4),
    Math.round((Number(height) / 72) * 25.4),
  ])
}

for (const currency of ['SAR', 'KWD'])
  test(`in ${currency} the paper has the same figures in each language, and its code, read from a picture, is what was sealed`, async () => {
    const practice = await receiptPractice(app, currency)
    await reportToSandbox(app, practice)
    const id = await busyInvoice(app, practice)
    await runJobs(app)
    const [sealed] = await app.sql<{ qr: string }>(
      'select qr from einvoice_submission where invoice_id = $1 and credit_note_id is null',
      [id],
    )
    const all: string[][] = []
    for (const paper of ['80mm', 'A4'] as const)
      for (const language of ['ar', 'en', 'both'] as const) {
        const { page, violations, close } = await openPaper(practice, id, { paper, language })
        assert.equal(await codeIn(browser, page.locator('.code svg')), sealed?.qr, `${paper} ${language}`)
        all.push(await figures(page))
        await look(page, `${currency}-${paper}-${language}`)
        if (paper === 'A4') assert.deepEqual(await pagesOf(page), [[210, 297]])
        assert.deepEqual(violations, [])
        await close()
      }
    const [first, ...others] = all
    assert.ok(first && first.length > 20)
    for (const other of others) assert.deepEqual(other, first)
  })

for (const [language, gate] of [
  ['en', 'Show'],
  ['ar', 'عرض'],
] as const)
  for (const viewport of [PHONE, DESK])
    test(`the patient opens the receipt in ${language} on ${viewport.width} px, and its code leads back to it`, async () => {
      const practice = await receiptPractice(app, 'SAR')
      const id = await busyInvoice(app, practice)
      const wish = { kind: 'RECEIPT', subjectId: id, patientId: practice.patient.id, channel: 'none' } as const
      const linkOf = (name: string, token: string) => `${app.url}/p/${name}/${token}`
      const { url } = await app.write(practice.clinic, tx => makePatientLink(tx, wish, { linkOf }))
      const { page, violations, close } = await openPage(browser, { viewport, deviceScaleFactor: 2 })
      await page.addInitScript('window.print = () => { window.printed = true }')
      await page.goto(`${url}?lang=${language}`)
      await look(page, `gate-${language}-${viewport.width}`)
      await page.getByRole('textbox').fill('1990')
      await button(page, gate).click()
      await page.locator('.receipt').waitFor()
      await look(page, `page-${language}-${viewport.width}`)
      assert.equal(await codeIn(browser, page.locator('.code svg')), url)
      await page.locator('main form button').click()
      await page.locator('.receipt[data-paper=A4]').waitFor()
      assert.equal(await page.evaluate('window.printed'), true)
      await look(page, `print-${language}-${viewport.width}`)
      assert.deepEqual(await pagesOf(page), [[210, 297]])
      assert.deepEqual(violations, [])
      await close()
    })

/** Has frames say what they were asked to print. */
const LISTEN = `window.print = () => {
  const [sheet] = [...document.styleSheets].slice(-1)
  const cut = [...sheet.cssRules].at(-1).cssText
  window.top.printed = [...(window.top.printed ?? []), { html: document.querySelector('.receipt').outerHTML, cut }]
}`
const printed = (page: Page): Promise<{ html: string; cut: string }[]> => page.evaluate('window.printed ?? []')

test('after a checkout R prints the receipt on a roll as long as it is, and remembers the paper; it is sent from there, too', async () => {
  const { clinic, branch, doctor } = await receiptPractice(app, 'SAR')
  const visitId = await seedCheckout(app, { clinic, branch, doctor })
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' }, { viewport: DESK })
  await page.addInitScript(LISTEN)
  await openAt(page, `${app.url}/c/${clinic.company_id}/checkout/${visitId}`)
  await page.getByText('The patient pays').waitFor()
  await button(page, 'Take payment').click()
  await page.getByRole('region', { name: 'Receipt' }).waitFor()
  await page.keyboard.press('r')
  await eventually(async () => (await printed(page)).length, 1)
  const [roll] = await printed(page)
  assert.match(roll?.html ?? '', /data-paper="80mm" data-language="both"/)
  assert.match(roll?.cut ?? '', /@page roll \{ size: 80mm \d+px/)
  await page.getByRole('combobox', { name: 'Paper' }).selectOption('A4')
  await page.getByRole('combobox', { name: 'Language of the receipt' }).selectOption('ar')
  await button(page, 'Print receipt').click()
  await eventually(async () => (await printed(page)).length, 2)
  const [, sheet] = await printed(page)
  assert.match(sheet?.html ?? '', /data-paper="A4" data-language="ar"/)
  await button(page, 'Send receipt').click()
  await page.getByRole('combobox', { name: 'How' }).selectOption('none')
  await button(page, 'Send').last().click()
  await page.getByText(/\/p\/receipt\//).waitFor()
  await look(page, 'checkout')
  await page.reload()
  assert.equal(await page.evaluate(`localStorage.getItem('receipt')`), '{"paper":"A4","language":"ar"}')
  assert.deepEqual(violations, [])
  await close()
})

for (const [locale, viewport] of [
  ['en-GB', DESK],
  ['ar-SA', PHONE],
] as const)
  test(`beside an invoice its receipt is printed and sent, ${locale} on ${viewport.width} px; a draft has none`, async () => {
    const practice = await receiptPractice(app, 'SAR')
    const id = await busyInvoice(app, practice)
    const draft = await issueInvoice(app, { ...practice, api: app.api() }, 100, { release: false })
    const { page, violations, close } = await openAs(
      app,
      browser,
      { clinic: practice.clinic, role: 'accountant' },
      { viewport, locale },
    )
    await page.addInitScript(LISTEN)
    const [print, send] = locale === 'en-GB' ? ['Print receipt', 'Send receipt'] : ['طباعة الإيصال', 'إرسال الإيصال']
    await openAt(page, `${app.url}/c/${practice.clinic.company_id}/money?open=${draft.id}`)
    await page.getByRole('dialog').getByText('Treatment').waitFor()
    assert.equal(await button(page, print).count(), 0)
    await openAt(page, `${app.url}/c/${practice.clinic.company_id}/money?open=${id}`)
    await button(page, print).click()
    await eventually(async () => (await printed(page)).length, 1)
    await button(page, send).click()
    await page.getByRole('dialog').getByRole('combobox').last().waitFor()
    await look(page, `drawer-${locale}`)
    assert.deepEqual(violations, [])
    await close()
  })
