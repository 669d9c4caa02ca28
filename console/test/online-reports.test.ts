import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { runJobs } from '../../server/test/support/app/jobs.ts'
import { reportToSandbox } from '../../server/test/support/clinic/e-invoicing.ts'
import { issueInvoice } from '../../server/test/support/clinic/money.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, PHONE, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { neverAnswered } from './online-scene.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()
const practice = await app.practice()
const { clinic } = practice
await reportToSandbox(app, practice)
const room = `${app.url}/c/${clinic.company_id}/money/online`

test('what is never answered comes to the list by itself with how often it was tried; its document is put into a file', async () => {
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'accountant' })
  await openAt(page, room)
  const reports = page.getByRole('region', { name: 'E-invoices' })
  await reports.getByText('No e-invoice is to be reported again.').waitFor()
  const { reference_id: number } = await issueInvoice(app, practice, 100)
  await neverAnswered(app)
  await reports.getByText(/1\W* report was never answered/).waitFor()
  const entry = reports.getByRole('list', { name: 'To report again' }).getByRole('listitem')
  await entry.getByText(/Tried \W*12\W* times, the last answer was:.*Gateway <b>closed<\/b>/).waitFor()
  await assertAccessible(page, 'e-invoices without an answer')
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    entry.getByRole('button', { name: 'Document' }).press('Enter'),
  ])
  assert.equal(saved.suggestedFilename(), `e-invoice-${number}-1.xml`)
  const [{ hash = '' } = {}] = await app.sql<{ hash: string }>(
    `select document_uuid as hash from einvoice_submission join invoice on invoice.company_id = einvoice_submission.company_id
       and invoice.id = invoice_id where invoice.reference_id = $1 and invoice.company_id = $2`,
    [number, clinic.company_id],
  )
  assert.ok((await readFile(await saved.path(), 'utf8')).includes(hash))
  await entry.getByRole('button', { name: 'Report again' }).press('Enter')
  await reports.getByText(/1\W* report has no answer/).waitFor()
  await runJobs(app)
  await page.getByLabel('Which e-invoices').selectOption({ label: 'Reported' })
  await reports.getByRole('list', { name: 'Reported' }).getByRole('listitem').first().waitFor()
  await entry.waitFor({ state: 'detached' })
  assert.deepEqual(violations, [])
  await close()
})

test('in Arabic on a phone what was never answered fits, and says how often it was tried', async () => {
  await issueInvoice(app, practice, 200)
  await neverAnswered(app)
  const arabic = { viewport: PHONE, hasTouch: true, isMobile: true, locale: 'ar' }
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'owner' }, arabic)
  await openAt(page, room)
  await page.getByText(/جُرّبت \W*12\W* مرة، وآخر رد:/).waitFor()
  await assertFits(page, 'e-invoices on a phone')
  await assertAccessible(page, 'e-invoices on a phone')
  assert.deepEqual(violations, [])
  await close()
})
