import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { SAMPLES } from '../../server/test/support/clinic/file-samples.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, PHONE, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { seedRecords } from './patient-scene.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()
const PNG = SAMPLES['image/png']

async function recorded() {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
  const branch = await app.branch(clinic)
  const patient = await app.patient(branch, { first_name: 'Sara', last_name: 'Haddad' })
  const at = (tab: string) => `${app.url}/c/${clinic.company_id}/patients/${patient.id}/${tab}`
  const kept = async () =>
    (
      await app.sql<{ name: string; xray: boolean }>(
        'select name, xray_id is not null as xray from file where company_id = $1 and patient_id = $2 order by name',
        [clinic.company_id, patient.id],
      )
    ).map(({ name, xray }) => (xray ? `${name} (x-ray)` : name))
  return { clinic, branch, patient, at, kept }
}
const file = (name: string, mimeType = 'image/png', buffer: Buffer = PNG) => ({ name, mimeType, buffer })
const choose = (page: Page, ...files: ReturnType<typeof file>[]) =>
  page.locator('input[type=file]').first().setInputFiles(files)

test('files are added by U and by letting them fall, as x-rays where that is said; one that fails is tried again', async () => {
  const { clinic, at, kept } = await recorded()
  const { page, violations, close } = await openAs(app, browser, { clinic })
  await openAt(page, at('timeline'))
  await page.locator('h1').focus()
  await page.keyboard.press('u')
  await page.waitForURL(url => url.pathname.endsWith('/files'))
  await page.getByRole('button', { name: 'Add files' }).waitFor()
  const asked = page.waitForEvent('filechooser')
  await page.locator('h1').focus()
  await page.keyboard.press('u')
  await (await asked).setFiles(file('smile.png'))
  await eventually(kept, ['smile.png'])
  await page.getByRole('button', { name: 'smile.png' }).waitFor()

  await page.getByLabel('These are x-rays').check()
  await page.evaluate(`(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([new Uint8Array([${[...PNG].join()}])], 'fallen.png', { type: 'image/png' }))
    const list = document.querySelector('[aria-label="Files and x-rays"]')
    list.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  })()`)
  await eventually(kept, ['fallen.png (x-ray)', 'smile.png'])

  await page.getByLabel('These are x-rays').uncheck()
  await page.route('**/files/*/confirm', route => route.abort(), { times: 1 })
  await choose(page, file('late.png'), file('page.html', 'text/html'))
  const moving = page.getByRole('list', { name: 'On their way' })
  await moving.getByText('Pictures, PDF and DICOM alone can be added.').waitFor()
  await moving.getByText('The server cannot be reached').waitFor()
  await assertAccessible(page, 'uploads that failed')
  await moving.getByRole('button', { name: /Try again: \W*late.png/ }).click()
  await moving.getByRole('button', { name: /Leave out: \W*page.html/ }).click()
  await eventually(kept, ['fallen.png (x-ray)', 'late.png', 'smile.png'])
  await moving.waitFor({ state: 'detached' })
  assert.deepEqual(violations, [])
  await close()
})

test('the viewer makes a picture larger, shows its negative, leads on by the arrows, and names the file otherwise', async () => {
  const { clinic, branch, patient, at, kept } = await recorded()
  await seedRecords(app, branch, patient)
  const { page, violations, close } = await openAs(app, browser, { clinic })
  await openAt(page, at('files'))
  await page.getByRole('button', { name: 'smile.png' }).focus()
  await page.keyboard.press('Enter')
  const viewer = page.getByRole('dialog', { name: 'smile.png' })
  const picture = viewer.getByRole('img', { name: 'smile.png' })
  await picture.waitFor()
  await eventually(() => page.evaluate(`document.querySelector('[role=dialog] img').naturalWidth`), 24)
  const width = async () => (await picture.boundingBox())?.width ?? 0
  const before = await width()
  await viewer.getByRole('button', { name: 'Larger' }).click()
  assert.ok((await width()) > before * 1.4)
  await viewer.getByRole('button', { name: 'Negative' }).click()
  assert.equal(await page.evaluate(`getComputedStyle(document.querySelector('[role=dialog] img')).filter`), 'invert(1)')
  await assertAccessible(page, 'the viewer')
  await viewer.getByLabel('Name of the file').fill('Before treatment.png')
  await viewer.getByRole('button', { name: 'Rename' }).click()
  await eventually(kept, ['Before treatment.png', 'referral.pdf', 'بانوراما.png (x-ray)'])
  await page.getByRole('dialog', { name: 'Before treatment.png' }).getByRole('button', { name: 'Larger' }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('dialog', { name: 'بانوراما.png' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.deepEqual(violations, [])
  await close()
})

test('on a phone in Arabic a picture is opened by touch, and the forms say first what is to be signed', async () => {
  const { clinic, branch, patient, at } = await recorded()
  await seedRecords(app, branch, patient)
  const options = { locale: 'ar-SA', viewport: PHONE, hasTouch: true }
  const { page, violations, close } = await openAs(app, browser, { clinic }, options)
  await openAt(page, at('files'))
  await assertFits(page, 'files')
  await page.getByRole('button', { name: 'بانوراما.png' }).tap()
  const viewer = page.getByRole('dialog', { name: 'بانوراما.png' })
  await viewer.getByRole('button', { name: 'تكبير' }).tap()
  await assertFits(page, 'the viewer')
  await viewer.getByRole('button', { name: 'إغلاق' }).tap()
  await page.getByRole('link', { name: 'النماذج', exact: true }).tap()
  const forms = page.getByRole('list', { name: 'النماذج' }).getByRole('listitem')
  await forms.first().waitFor()
  assert.match(
    (await forms.allInnerTexts()).join('|'),
    /extraction[\s\S]*بانتظار التوقيع[\s\S]*\|[\s\S]*موافقة على التخدير[\s\S]*مكتمل/,
  )
  await assertFits(page, 'forms')
  assert.deepEqual(violations, [])
  await close()
})

test('an accountant is shown neither files nor forms', async () => {
  const { clinic, at } = await recorded()
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'accountant' })
  await openAt(page, at('files'))
  await page.getByRole('link', { name: 'Details' }).waitFor()
  assert.deepEqual(
    [await page.getByRole('link', { name: 'Files' }).count(), await page.getByRole('link', { name: 'Forms' }).count()],
    [0, 0],
  )
  assert.deepEqual(violations, [])
  await close()
})
