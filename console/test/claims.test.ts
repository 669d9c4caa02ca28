import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../server/test/support/eventually.ts'
import { startBrowser } from './browser.ts'
import { seedApprovals, seedClaims } from './claim-scene.ts'
import { assertAccessible, assertFits, PHONE, startConsole } from './console.ts'
import { seedInsurers } from './insurer-scene.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()

async function claiming() {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
  const branch = await app.branch(clinic)
  const { insurerId } = await seedInsurers(app, clinic)
  const seeded = await seedClaims(app, { clinic, branch, insurerId })
  const at = (path: string) => `${app.url}/c/${clinic.company_id}${path}`
  const claim = async (id: string) =>
    (await app.sql('select status, reference, received_minor, rejected_minor from claim where id = $1', [id]))[0]
  return { clinic, insurerId, seeded, at, claim }
}

test('what can be claimed is ticked by Space, claimed by B and submitted; what cannot says why', async () => {
  const { clinic, insurerId, seeded, at, claim } = await claiming()
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'accountant' })
  await openAt(page, at('/claims?tab=builder'))
  await page.getByRole('heading', { name: 'Choose an insurer' }).waitFor()
  await page.getByLabel('Insurer', { exact: true }).selectOption({ label: 'الواحة للتأمين' })
  const blocked = page.getByRole('region', { name: 'Blocked' })
  await blocked.getByText('Coverage incomplete').waitFor()
  assert.equal(await blocked.getByText('On a claim', { exact: true }).count(), 3)
  await assertAccessible(page, 'what can be claimed')
  const ticks = page.getByRole('region', { name: 'Can be claimed' }).getByRole('checkbox')
  await ticks.last().focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Claim 1 invoice' }).waitFor()
  await page.keyboard.press('b')
  const drawer = page.getByRole('dialog', { name: 'New claim' })
  await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill('September <b>')
  await drawer.getByLabel('Paid at first, in percent').fill('85')
  await page.keyboard.press('Enter')
  const opened = page.getByRole('dialog', { name: 'Claim', exact: true })
  await opened.getByText('September <b>').waitFor()
  await opened.getByLabel('Reference of the insurer').fill('W-2026-09')
  await opened.getByRole('button', { name: 'Submit' }).click()
  const made = async () =>
    (
      await app.sql(
        `select c.status, c.reference, c.partial_payment_percent, item.invoice_id from claim c
         join claim_item item on item.claim_id = c.id where c.company_id = $1 and c.name = 'September <b>'`,
        [clinic.company_id],
      )
    )[0]
  await eventually(made, {
    ...{ status: 'IN_REVIEW', reference: 'W-2026-09', partial_payment_percent: 85, invoice_id: seeded.free.id },
  })
  await opened.getByLabel('What came of it').fill('They ask for the x-ray')
  await opened.getByLabel('Next follow-up').fill('2099-01-31')
  await opened.getByRole('button', { name: 'Save' }).click()
  await opened.getByText('They ask for the x-ray').waitFor()
  const [fetched] = await Promise.all([
    page.waitForEvent('download'),
    opened.getByRole('button', { name: 'Export as CSV' }).press('Enter'),
  ])
  assert.match(fetched.suggestedFilename(), /^claim-\d+\.csv$/)
  await page.keyboard.press('Escape')
  await opened.waitFor({ state: 'detached' })
  await openAt(page, at(`/claims?tab=builder&insurer=${insurerId}`))
  await page.getByText(/All \W*5\W* invoices of these days are blocked/).waitFor()
  assert.equal((await claim(seeded.plannedId))?.status, 'PLANNING')
  assert.deepEqual(violations, [])
  await close()
})

test('a remittance shows what is missing until its lines come to what was paid, and is posted at none', async () => {
  const { clinic, insurerId, seeded, at, claim } = await claiming()
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'accountant' })
  await openAt(page, at(`/claims?tab=remittance&insurer=${insurerId}`))
  const [first, second] = seeded.numbers.map(number =>
    page.getByRole('group', { name: new RegExp(`Invoice \\W*${number}`) }),
  )
  await page.getByRole('textbox', { name: 'Paid in all', exact: true }).fill('2,500')
  await page.getByLabel('Into which treasury').selectOption({ label: 'Claims bank' })
  await page.getByRole('textbox', { name: 'Reference of the payment', exact: true }).fill('PAY-1')
  await page.getByRole('button', { name: 'All as claimed' }).click()
  const status = page.getByText(/The lines come to/)
  await status.filter({ hasText: /3,000\.00.*Difference.*-.*500\.00/ }).waitFor()
  const post = page.getByRole('button', { name: 'Post' })
  assert.ok(await post.isDisabled())
  await first?.getByLabel('Received').fill('600')
  await first?.getByLabel('Rejected', { exact: true }).fill('400')
  await first?.getByLabel('Rejected part').selectOption({ label: 'Patient pays' })
  await first?.getByLabel('Code').fill('CV-1')
  await second?.getByLabel('Received').fill('2000.01')
  await second?.getByText(/Only .*2,000\.00\W* is left/).waitFor()
  await second?.getByLabel('Received').fill('1900')
  await second?.getByLabel('Rejected', { exact: true }).fill('100')
  await second?.getByLabel('Rejected part').selectOption({ label: 'Disputed' })
  await page.getByLabel('Follow up what is disputed on').fill('2099-01-31')
  await status.filter({ hasText: /2,500\.00.*Difference.*\b0\.00/ }).waitFor()
  await assertAccessible(page, 'a remittance')
  await post.click()
  await eventually(() => claim(seeded.submittedId), {
    ...{ status: 'PARTIALLY_CLAIMED', reference: 'W-2026-07', received_minor: 250_000, rejected_minor: 40_000 },
  })
  await openAt(page, at('/claims'))
  await page.getByText('Mismatch').waitFor()
  await openAt(page, at('/money?tab=aging'))
  await page.getByRole('region', { name: 'Insurers' }).getByText('الواحة للتأمين').waitFor()
  assert.deepEqual(violations, [])
  await close()
})

test('on a phone in Arabic claims are read and followed up', async () => {
  const { clinic, insurerId, seeded, at } = await claiming()
  const options = { locale: 'ar-SA', viewport: PHONE, hasTouch: true }
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'accountant' }, options)
  await openAt(page, at('/claims'))
  await page.getByRole('list', { name: 'قائمة العمل' }).getByText('لدى شركة التأمين').first().waitFor()
  await assertFits(page, 'claims')
  await openAt(page, at(`/claims?open=${seeded.submittedId}`))
  const drawer = page.getByRole('dialog', { name: 'المطالبة' })
  await drawer.getByText('العتيبي').first().waitFor()
  await assertFits(page, 'a claim')
  await openAt(page, at(`/claims?tab=remittance&insurer=${insurerId}`))
  await page.getByRole('button', { name: 'كلها كما طولب بها' }).waitFor()
  await assertFits(page, 'a remittance')
  assert.deepEqual(violations, [])
  await close()
})

test('the desk asks an insurer for the first time and again, notes what it approved by its number and what it did not by its reason', async () => {
  const { clinic, insurerId, at } = await claiming()
  const branch = await app.branch(clinic)
  const { awaitedId, deniedId } = await seedApprovals(app, { clinic, branch, insurerId })
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  await openAt(page, at('/claims'))
  await page.getByRole('link', { name: 'Approvals' }).click()
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  await row('Implant').getByText('Not covered by the class').waitFor()
  await assertAccessible(page, 'approvals')
  await row('Night guard').getByText('Not asked yet').waitFor()
  await row('Night guard').getByRole('button', { name: 'The insurer was asked', exact: true }).click()
  await row('Night guard').getByText('Awaited').waitFor()
  await row('Implant').getByRole('button', { name: 'The insurer was asked again' }).click()
  await row('Implant').getByText('Awaited').waitFor()
  await row('Zirconia crown').getByRole('button', { name: 'Approved', exact: true }).click()
  const approving = page.getByRole('dialog', { name: 'The insurer approved it' })
  await approving.getByLabel('Number of the approval').fill('PA-2207')
  await approving.getByRole('button', { name: 'Approved' }).click()
  await row('Zirconia crown').waitFor({ state: 'detached' })
  await row('Implant').getByRole('button', { name: 'Not approved' }).click()
  const denying = page.getByRole('dialog', { name: 'The insurer did not approve it' })
  await denying.getByLabel('Why, as the insurer says').fill('Over the limit')
  await denying.getByRole('button', { name: 'Not approved' }).click()
  await row('Implant').getByText('Over the limit').waitFor()
  const noted = await app.sql(
    'select id, approved, pre_auth, denial_reason, insurance_company_id from treatment where id = any($1) order by name',
    [[awaitedId, deniedId]],
  )
  assert.deepEqual(noted, [
    { id: deniedId, approved: false, pre_auth: null, denial_reason: 'Over the limit', insurance_company_id: insurerId },
    { id: awaitedId, approved: true, pre_auth: 'PA-2207', denial_reason: null, insurance_company_id: insurerId },
  ])
  assert.deepEqual(violations, [])
  await close()
  const books = await openAs(app, browser, { clinic, role: 'accountant' })
  await openAt(books.page, at('/claims?tab=approvals'))
  await books.page.getByRole('link', { name: 'Worklist' }).waitFor()
  assert.equal(await books.page.getByRole('link', { name: 'Approvals' }).count(), 0)
  await books.close()
})
