import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addTemplate, changeTemplate } from '../../server/src/domain/encounters/note-template.ts'
import { startEncounter } from '../../server/src/domain/encounters/start-encounter.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, PHONE, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()

async function practice() {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
  const branch = await app.branch(clinic)
  const doctor = await app.doctor([branch])
  const patient = await app.patient(branch)
  const stored = () =>
    app.sql<{ name: string; visit_type: string | null; fields: unknown }>(
      'select name, visit_type, fields from note_template where company_id = $1 order by name',
      [clinic.company_id],
    )
  const at = (path: string) => `${app.url}/c/${clinic.company_id}${path}`
  return { clinic, branch, doctor, patient, stored, at }
}
const prompt = { en: 'Findings', ar: 'الموجودات' }

test('a doctor makes a template, sees it in both languages, and the next note begins with it', async () => {
  const { clinic, branch, doctor, patient, stored, at } = await practice()
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'doctor', practitioner: doctor })
  await openAt(page, at('/settings/note-templates?open=new'))
  const drawer = page.getByRole('dialog', { name: 'New template' })
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Check-up <b>')
  await drawer.getByRole('textbox', { name: 'Asked in English' }).fill(prompt.en)
  await drawer.getByRole('button', { name: 'Add', exact: true }).click()
  await drawer.getByRole('textbox', { name: 'Asked in Arabic' }).and(page.locator('[aria-invalid=true]')).waitFor()
  assert.deepEqual(await stored(), [])
  await drawer.getByRole('textbox', { name: 'Asked in Arabic' }).fill(prompt.ar)
  await drawer.getByRole('textbox', { name: 'What stands there to begin with' }).fill('No caries.')
  const preview = drawer.getByRole('region', { name: 'Preview' })
  assert.deepEqual(await preview.locator('[lang=ar] [dir=auto]').allTextContents(), ['No caries.'])
  await preview.locator('[lang=ar]').getByText(prompt.ar).waitFor()
  await drawer.getByRole('button', { name: 'Add a question' }).click()
  await drawer.getByRole('textbox', { name: 'Asked in English' }).nth(1).fill('Complaint')
  await drawer.getByRole('textbox', { name: 'Asked in Arabic' }).nth(1).fill('الشكوى')
  await drawer.getByRole('button', { name: 'Move up' }).nth(1).click()
  await assertAccessible(page, 'a template')
  await drawer.getByRole('button', { name: 'Add', exact: true }).click()
  await drawer.waitFor({ state: 'detached' })
  const [made] = await stored()
  const complaint = { key: 'chiefComplaint', prompt: { en: 'Complaint', ar: 'الشكوى' }, preset: '' }
  assert.deepEqual(made, {
    ...{ name: 'Check-up <b>', visit_type: null },
    fields: [complaint, { key: 'clinicalNotes', prompt, preset: 'No caries.' }],
  })
  const [{ id } = { id: '' }] = await app.sql<{ id: string }>('select id from note_template where company_id = $1', [
    clinic.company_id,
  ])
  const encounter = await app.write(clinic, tx =>
    startEncounter(tx, { patientId: patient.id, branchId: branch.id, doctorId: doctor.id, templateId: id }),
  )
  await openAt(page, at(`/encounters/${encounter.id}`))
  assert.equal(await page.getByRole('textbox', { name: 'Findings' }).inputValue(), 'No caries.')
  assert.deepEqual(violations, [])
  await close()
})

test('of two who change a template the later one reads what the other changed; on a phone in Arabic', async () => {
  const { clinic, stored, at } = await practice()
  const fields = [{ key: 'clinicalNotes' as const, prompt, preset: '' }]
  const made = await app.write(clinic, tx => addTemplate(tx, { name: 'Check-up', fields }))
  const options = { viewport: PHONE, locale: 'ar' }
  const { page, violations, close } = await openAs(app, browser, { clinic }, options)
  await openAt(page, at(`/settings/note-templates?open=${made.id}`))
  const drawer = page.getByRole('dialog', { name: 'قالب ملاحظة' })
  await drawer.getByRole('textbox', { name: 'نوع الزيارة' }).fill('فحص')
  await app.write(clinic, tx => changeTemplate(tx, { id: made.id, visitType: 'Check' }))
  await drawer.getByRole('button', { name: 'احفظ' }).click()
  const conflict = page.getByRole('dialog').filter({ hasText: 'Check' }).last()
  await conflict.waitFor()
  await assertAccessible(page, 'a template that another changed')
  await conflict.getByRole('button').last().click()
  await eventually(async () => (await stored()).map(row => row.visit_type), ['فحص'])
  await assertFits(page, 'a template')
  assert.deepEqual(violations, [])
  await close()
})
