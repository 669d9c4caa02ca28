import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createQuotations, getClinicQuotation, printQuotation } from '@clinic/contract/staff/quotations.ts'
import { type Practice, startApp } from '../../test/support/app/harness.ts'
import { practiceIn } from '../../test/support/clinic/papers.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { addTreatment } from '../domain/clinical/add-treatment.ts'
import { prepareOffer } from '../domain/clinical/quotation-link.ts'
import { signQuotation } from '../domain/clinical/sign-quotation.ts'
import { sign } from '../domain/signatures/signature.ts'
import { exponentOf } from '../kernel/values/money.ts'

const app = await startApp()

const opened = (currency?: string) => practiceIn(app, currency)
type Opened = Awaited<ReturnType<typeof opened>>

const aboutOf = ({ patient, branch, doctor }: Practice) => ({
  ...{ patientId: patient.id, branchId: branch.id, doctorId: doctor.id },
})

/** Two options, the second with a discount and a fee. */
async function quoted(practice: Opened) {
  const about = aboutOf(practice)
  const plan = async (name: string, priceMinor: number) =>
    (await app.write(practice.clinic, tx => addTreatment(tx, { ...about, name, priceMinor }))).treatment.id
  const options = [
    { label: 'A', treatmentIds: [await plan('Crown <b>1</b>', 100_001)] },
    { label: 'B', treatmentIds: [await plan('Implant', 333_333)], discountPercent: 7.5, diagnosticFee: 12.5 },
  ]
  const { status, body, text } = await practice.owner.call(createQuotations, { ...about, options })
  assert.equal(status, 201, text)
  return body.data.options
}

async function printed({ owner }: Opened, id: string, language?: 'en' | 'ar' | 'both') {
  const { status, body, text } = await owner.call(printQuotation, { id, ...(language && { language }) })
  assert.equal(status, 200, text)
  return body.data.html
}
const optionsOn = (html: string) => html.match(/<article class="offer">/g)?.length ?? 0
/** The amounts of the options in one language, as digits alone. */
const amountsIn = (html: string, language: 'en' | 'ar') =>
  [...html.matchAll(new RegExp(`<span lang="${language}">([^<]*\\d[^<]*)</span>`, 'g'))].map(([, shown = '']) =>
    shown.replace(/[^\d.,%]/g, '').replace(/^\.+|\.+$/g, ''),
  )

for (const currency of ['SAR', 'KWD'])
  test(`in ${currency} a quotation is printed with all options beside each other, their figures the same in both languages`, async () => {
    const practice = await opened(currency)
    const options = await quoted(practice)
    const html = await printed(practice, options[1]?.id ?? '')
    assert.equal(optionsOn(html), 2)
    assert.match(html, /data-language="both"/)
    const [english, arabic] = [amountsIn(html, 'en'), amountsIn(html, 'ar')]
    assert.deepEqual(arabic, english)
    const decimals = exponentOf(currency)
    for (const { subtotal, tax, total, due, discount } of options)
      for (const amount of [subtotal, tax, total, due, ...(discount > 0 ? [discount] : [])]) {
        const shown = amount.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
        assert.ok(english.includes(shown), `${shown} among ${english.join(' | ')}`)
      }
    assert.match(html, /Crown &lt;b&gt;1/)
    assert.match(await printed(practice, options[0]?.id ?? '', 'ar'), /<html lang="ar" dir="rtl">.*data-language="ar"/s)
  })

test('once one is accepted it is printed alone, with who signed it, whichever is asked for', async () => {
  const practice = await opened()
  const [first, second] = await quoted(practice)
  const id = second?.id ?? ''
  await app.write(practice.clinic, async tx => {
    await prepareOffer(tx, { id, isSent: true })
    const { document_id } = await tx.get('quotation', id)
    const document = await tx.get('signed_document', document_id ?? '')
    const by = { userId: practice.userId, address: null, userAgent: null }
    await sign(tx, document, { name: 'Huda <i>Karim</i>', role: 'PATIENT', ...by })
    await signQuotation(tx, { id })
  })
  for (const asked of [first?.id ?? '', id]) {
    const html = await printed(practice, asked)
    assert.match(html, /Signed by<\/span> <span lang="ar">وقّعه<\/span> <bdi>Huda &lt;i&gt;Karim/)
    assert.deepEqual([optionsOn(html), html.includes('Implant'), html.includes('Crown')], [1, true, false])
  }
  assert.equal((await practice.owner.call(getClinicQuotation, { id: first?.id ?? '' })).body.data.state, 'DECLINED')
})

test('another clinic’s, and one out of sight, is not found', async () => {
  const practice = await opened()
  const [own] = await quoted(practice)
  const [foreign] = await quoted(await opened())
  assert.equal((await practice.owner.call(printQuotation, { id: foreign?.id ?? '' })).status, 404)
  const elsewhere = await app.doctor([await app.branch(practice.clinic)])
  for (const [who, status] of [
    [elsewhere, 404],
    [practice.doctor, 200],
  ] as const) {
    const { cookie } = await staffMember(app, practice.clinic, 'receptionist', who)
    assert.equal((await staffClient(app, () => cookie).call(printQuotation, { id: own?.id ?? '' })).status, status)
  }
})
