import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getInvoice } from '@clinic/contract/invoices.ts'
import { createCreditNote, getClinicInvoice } from '@clinic/contract/staff/invoices.ts'
import { createQuotations, getQuotationDocument, printQuotation } from '@clinic/contract/staff/quotations.ts'
import { printCreditNote, printReceipt } from '@clinic/contract/staff/receipts.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { issueInvoice } from '../../test/support/clinic/money.ts'
import { practiceIn } from '../../test/support/clinic/papers.ts'
import { addTreatment } from '../domain/clinical/add-treatment.ts'
import { newId } from '../kernel/values/ids.ts'

const app = await startApp()
const practice = await practiceIn(app)
const { clinic, branch, doctor, patient, owner, api } = practice
const about = { patientId: patient.id, branchId: branch.id, doctorId: doctor.id }

/** Something on the price list; its Arabic name holds what must not be read as HTML. */
async function listed(name: string, nameAr: string | null): Promise<string> {
  const id = newId('pro')
  await app.sql(
    `insert into procedure (company_id, id, name, name_ar, price_minor, created_at, updated_at)
     values ($1, $2, $3, $4, 10000, now(), now())`,
    [clinic.company_id, id, name, nameAr],
  )
  return id
}
const charted = async (procedureId: string, name?: string) =>
  (await app.write(clinic, tx => addTreatment(tx, { ...about, procedureId, ...(name && { name }) }))).treatment.id

const receipt = async (id: string, language: 'en' | 'ar' | 'both') =>
  (await owner.call(printReceipt, { id, language })).body.data.html
const holds = (html: string, ...names: string[]) => names.map(name => html.includes(name))

test('papers in Arabic name what was done as the price list does, those in both languages in both; what was issued keeps its names', async () => {
  const crown = await listed('Zirconia crown', 'تاج <زيركون>')
  const [scaling, unnamed] = [await listed('Scaling', 'تنظيف الجير'), await listed('Rinse', null)]
  const treatmentId = await charted(scaling)
  const renamed = await charted(scaling, 'Scaling of two arches')
  const lines = [
    { procedureId: crown },
    { treatmentId },
    { treatmentId: renamed },
    { procedureId: unnamed },
    { procedureId: crown, name: 'Crown, second try' },
    { name: 'Advice', unitMinor: 5_000 },
  ]
  const { id } = await issueInvoice(app, practice, 0, { lines })
  await app.sql(`update procedure set name = 'New', name_ar = 'جديد' where company_id = $1`, [clinic.company_id])

  const [en, ar, both] = [await receipt(id, 'en'), await receipt(id, 'ar'), await receipt(id, 'both')]
  const names = ['Zirconia crown', 'تاج &lt;زيركون&gt;', '<bdi>Scaling</bdi>', 'تنظيف الجير']
  assert.deepEqual(holds(en, ...names), [true, false, true, false])
  assert.deepEqual(holds(ar, ...names), [false, true, false, true])
  assert.deepEqual(holds(both, ...names), [true, true, true, true])
  for (const html of [en, ar, both])
    assert.deepEqual(holds(html, 'Scaling of two arches', 'Rinse', 'Crown, second try', 'Advice', 'جديد'), [
      ...[true, true, true, true, false],
    ])
  assert.equal(ar.split('تنظيف الجير').length, 2, 'what is called otherwise is not what the list says')

  const told = (await api.call(getInvoice, { id })).body.data
  assert.equal(JSON.stringify(told).includes('تاج'), false)
  const [item] = (await owner.call(getClinicInvoice, { id })).body.data.items
  const credited = { id, lines: [{ lineId: item?.id ?? '' }], reason: 'Was not done' }
  const noteId = (await owner.call(createCreditNote, credited)).body.data.creditNotes[0]?.id ?? ''
  const note = (await owner.call(printCreditNote, { id: noteId, language: 'ar' })).body.data.html
  assert.deepEqual(holds(note, ...names), [false, true, false, false])
})

test('a quotation offers what is planned under its names in both languages, to the byte as it is signed', async () => {
  const implant = await charted(await listed('Implant', 'زرعة & تاج'))
  const free = (await app.write(clinic, tx => addTreatment(tx, { ...about, name: 'Splint', priceMinor: 5_000 })))
    .treatment
  const options = [{ label: 'A', treatmentIds: [implant, free.id], diagnosticFee: 10 }]
  const [made] = (await owner.call(createQuotations, { ...about, options })).body.data.options
  const id = made?.id ?? ''
  const html = (await owner.call(getQuotationDocument, { id })).body.data.html ?? ''
  const offered = [
    ...['<span lang="en">Implant</span><span lang="ar">زرعة &amp; تاج</span>', '<bdi>Splint</bdi>'],
    '<span lang="en">Diagnostic fee</span><span lang="ar">رسم التشخيص</span>',
  ]
  assert.deepEqual(holds(html, ...offered), [true, true, true])
  const paper = (await owner.call(printQuotation, { id, language: 'ar' })).body.data.html
  assert.deepEqual(holds(paper, ...offered), [true, true, true])
  assert.equal(made?.lines[0]?.name, 'Implant')
})
