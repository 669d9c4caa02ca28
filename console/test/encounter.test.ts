import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { NOON_ZONE } from '../../server/test/support/clock.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, PHONE, said, startConsole } from './console.ts'
import { visitAt } from './flow-scene.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()

async function practice() {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة', time_zone: NOON_ZONE })
  const branch = await app.branch(clinic)
  const doctor = await app.doctor([branch], { display_name: 'Dr. Noor Saleh' })
  const colleague = await app.doctor([branch], { display_name: 'Dr. Omar Haddad' })
  const patient = await app.patient(branch, { first_name: 'Huda', last_name: 'Karim', birth_date: '1990-01-01' })
  const visit = await visitAt(app, branch, { doctor, patient, offset: -10, minutes: 30, status: 'WAITING' })
  const made = { created_at: clinic.created_at, updated_at: clinic.created_at }
  await app.insert('procedure', {
    ...{ company_id: clinic.company_id, id: 'prc_1', ...made, name: 'Root canal', code: 'E1', price_minor: 30_000 },
  })
  const company = clinic.company_id
  const draft = async () =>
    (
      await app.sql<{ clinical_notes: string | null }>(
        'select clinical_notes from encounter_draft where company_id = $1',
        [company],
      )
    ).map(row => row.clinical_notes)
  const encounter = async () =>
    (
      await app.sql<{ id: string; signed: boolean; clinical_notes: string | null }>(
        'select id, signed_at is not null as signed, clinical_notes from encounter where company_id = $1',
        [company],
      )
    )[0]
  const at = (path: string) => `${app.url}/c/${company}${path}`
  return { clinic, branch, doctor, colleague, visit, draft, encounter, at }
}

const notes = (page: Page) => page.getByRole('textbox', { name: 'Clinical notes', exact: true })

/** The note of the visit, begun from its panel in the day. */
async function begin(page: Page, { visit, encounter, at }: Awaited<ReturnType<typeof practice>>): Promise<string> {
  await openAt(page, at(`/flow?open=${visit.id}`))
  await page.getByRole('button', { name: 'Clinical note' }).click()
  await notes(page).waitFor()
  return at(`/encounters/${(await encounter())?.id}`)
}

test('a doctor begins the note from the visit, writes, inserts with a stroke, and signs by Ctrl and Enter', async () => {
  const scene = await practice()
  const { clinic, doctor, draft, encounter, visit } = scene
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'doctor', practitioner: doctor })
  await begin(page, scene)
  const [row] = await app.sql<{ status: string }>('select status from appointment where id = $1', [visit.id])
  assert.equal(row?.status, 'INPROGRESS')
  await notes(page).click()
  await page.keyboard.type('Tender. ')
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Insert' }).fill('root')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await eventually(draft, ['Tender. Root canal'])
  await page.getByText(/^Saved/).waitFor()
  await assertAccessible(page, 'a note')
  await page.keyboard.press('Control+Enter')
  await said(page, /The note is signed/)
  await eventually(async () => {
    const now = await encounter()
    return [now?.signed, now?.clinical_notes]
  }, [true, 'Tender. Root canal'])
  await page.getByText(/Fingerprint of the document/).waitFor()
  assert.equal(await notes(page).count(), 0)
  await page.getByRole('button', { name: 'Add to the note' }).click()
  await page.getByRole('textbox', { name: 'What is added' }).fill('No pain since')
  await page.getByRole('dialog').getByRole('button', { name: 'Add to the note' }).click()
  await page.getByText('No pain since', { exact: true }).waitFor()
  await assertAccessible(page, 'a signed note')
  assert.deepEqual(violations, [])
  await close()
})

test('two editors of a note: no text is lost, and each reads who wrote what', async () => {
  const scene = await practice()
  const { clinic, doctor, colleague, draft } = scene
  const one = await openAs(app, browser, { clinic, role: 'doctor', practitioner: doctor })
  const room = await begin(one.page, scene)
  const two = await openAs(app, browser, { clinic, role: 'doctor', practitioner: colleague })
  await openAt(two.page, room)
  await notes(two.page).fill('Second')
  await notes(one.page).fill('First')
  // Whose text is saved first stands; the other has both before them.
  const behind = await Promise.any(
    [one.page, two.page].map(async page => {
      await page.getByText(/wrote here at/).waitFor()
      return page
    }),
  )
  const [mine, theirs] = behind === one.page ? ['First', 'Second'] : ['Second', 'First']
  assert.equal(await notes(behind).inputValue(), mine)
  assert.equal(await behind.locator('blockquote').textContent(), theirs)
  assert.deepEqual(await draft(), [theirs])
  await behind.getByRole('button', { name: 'Keep both' }).click()
  await eventually(draft, [`${theirs}\n${mine}`])
  const other = behind === one.page ? two.page : one.page
  await eventually(() => notes(other).inputValue(), `${theirs}\n${mine}`)
  assert.deepEqual([one.violations, two.violations], [[], []])
  await one.close()
  await two.close()
})

test('without a connection the text stays, and is saved once there is one; nobody else reads a draft', async () => {
  const scene = await practice()
  const { clinic, doctor, draft, encounter } = scene
  const { page, close } = await openAs(app, browser, { clinic, role: 'doctor', practitioner: doctor })
  await begin(page, scene)
  await page.route(/\/draft$/, route => route.abort())
  await notes(page).fill('Written on the way')
  await page.getByText(/there is no connection/).waitFor()
  assert.deepEqual(await draft(), [null])
  assert.equal(await notes(page).inputValue(), 'Written on the way')
  await page.unroute(/\/draft$/)
  await eventually(draft, ['Written on the way'])
  await page.getByText(/^Saved/).waitFor()
  assert.equal((await encounter())?.clinical_notes, null)
  await close()
})

test('what is measured is saved with its last values, in Arabic on a phone', async () => {
  const scene = await practice()
  const { clinic, doctor } = scene
  const first = await openAs(app, browser, { clinic, role: 'doctor', practitioner: doctor })
  const room = await begin(first.page, scene)
  await first.close()
  const { page, violations, close } = await openAs(
    app,
    browser,
    { clinic, role: 'assistant' },
    { viewport: PHONE, locale: 'ar' },
  )
  await openAt(page, room)
  await page.getByRole('textbox', { name: 'معدل القلب' }).fill('١٤٠')
  await page.getByRole('button', { name: 'حفظ القياسات' }).click()
  await page.getByText('حرج').waitFor()
  const stored = await app.sql('select name, value from measurement where company_id = $1', [clinic.company_id])
  assert.deepEqual(stored, [{ name: 'HEART_RATE', value: 140 }])
  await assertFits(page, 'a note')
  await assertAccessible(page, 'a note in Arabic')
  assert.deepEqual(violations, [])
  await close()
})
