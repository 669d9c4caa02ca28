import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readQrCode } from '../../../test/support/clinic/read-qr-code.ts'
import type { LineValues } from '../../domain/billing/invoice-lines.ts'
import { asCounted } from '../../domain/billing/invoice-lines.ts'
import { invoiceTotals } from '../../domain/billing/invoice-totals.ts'
import { FIRST_PREVIOUS_HASH, sealInvoice } from '../../domain/einvoices/seal-invoice.ts'
import { taxInvoice } from '../../domain/einvoices/tax-invoice.ts'
import type { UblFacts } from '../../domain/einvoices/ubl-invoice.ts'
import { toMajor } from '../../kernel/values/money.ts'
import { allAt, readUbl, textAt } from './read-ubl.ts'
import { sandboxAuthority } from './sandbox.ts'

const line = (values: Partial<LineValues>): LineValues => ({
  ...{ sort_order: 0, procedure_id: null, treatment_id: null, name: 'حشوة & <تاج>', code: null, quantity: 1 },
  ...{ unit_minor: 10_000, discount_minor: null, discount_percent: null, tax_percent: 15, insurance_minor: 0 },
  ...values,
})
const plainWhole = { whole_discount_minor: null, whole_discount_percent: null }

function facts(lines: LineValues[], whole: Parameters<typeof taxInvoice>[0] = plainWhole, citizen = false): UblFacts {
  return {
    ...{ number: '17', uuid: '9f1c7a52-0000-4000-8000-000000000000', currency: 'SAR', icv: 1 },
    ...{ issueDate: '2026-11-20', issueTime: '15:30:00', previousHash: FIRST_PREVIOUS_HASH },
    seller: {
      ...{ name: 'مجموعة النخيل', vatNumber: '300000000000003', crnNumber: '1010000000' },
      ...{ street: 'Demo Street 1', city: 'Riyadh', country: 'SA' },
    },
    buyer: citizen ? { name: 'Huda Invented', nationalId: '1000000001' } : null,
    invoice: taxInvoice(whole, lines, citizen),
  }
}
const answerTo = (document: { uuid: string; hash: string; xml: string }) => sandboxAuthority.submit(document)

const anyLine = fc
  .record({
    unit_minor: fc.integer({ min: 0, max: 3_000_000 }),
    quantity: fc.integer({ min: 1, max: 32 }),
    discount_minor: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
    tax_percent: fc.constantFrom(0, 15),
  })
  .map(line)
const anyLines = fc.array(anyLine, { minLength: 1, maxLength: 8 })
const anyWhole = fc.record({
  whole_discount_minor: fc.option(fc.integer({ min: 0, max: 2_000_000 })),
  whole_discount_percent: fc.option(fc.integer({ min: 0, max: 10_000 }).map(hundredths => hundredths / 100)),
})

test('whatever the lines and discounts, the document’s totals are the invoice’s and hold the published rules', async () => {
  await fc.assert(
    fc.asyncProperty(anyLines, anyWhole, fc.boolean(), async (lines, whole, citizen) => {
      const sealed = sealInvoice(facts(lines, whole, citizen))
      const { taxMinor, totalMinor } = invoiceTotals({
        lines: lines.map(asCounted),
        discountMinor: whole.whole_discount_minor,
        discountPercent: whole.whole_discount_percent,
      })
      const invoice = readUbl(sealed.xml)
      const shown = ['cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount', 'cac:TaxTotal/cbc:TaxAmount'].map(path =>
        textAt(invoice, path),
      )
      const printed = [totalMinor, taxMinor].map(minor => toMajor(minor, 'SAR').toFixed(2))
      assert.deepEqual(shown, printed)
      const code = readQrCode(sealed.qr)
      assert.deepEqual([code?.get(4), code?.get(5)], printed)
      const { errorMessages } = await answerTo(sealed)
      assert.deepEqual(
        errorMessages.filter(each => !each.startsWith('SANDBOX-13')),
        [],
      )
    }),
    { numRuns: 60 },
  )
})

test('prints names as they are, on one line, and what is in an element nowhere else', () => {
  const invoice = readUbl(sealInvoice(facts([line({ name: 'تاج & <b>\n"زيركون"\u202e' })])).xml)
  assert.equal(textAt(invoice, 'cac:InvoiceLine/cac:Item/cbc:Name'), 'تاج & <b> "زيركون"')
  assert.equal(allAt(invoice, 'cac:InvoiceLine').length, 1)
})

test('a citizen’s care is zero-rated with its reason and the national id; without the id it is rejected', async () => {
  const of = facts([line({ tax_percent: 0 })], plainWhole, true)
  const sealed = sealInvoice(of)
  const category = 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory'
  const invoice = readUbl(sealed.xml)
  assert.deepEqual(
    [textAt(invoice, `${category}/cbc:ID`), textAt(invoice, `${category}/cbc:TaxExemptionReasonCode`)],
    ['Z', 'VATEX-SA-HEA'],
  )
  assert.equal((await answerTo(sealed)).outcome, 'CLEARED')
  const { errorMessages } = await answerTo(sealInvoice({ ...of, buyer: null }))
  assert.match(errorMessages.join(), /^BR-KSA-49: [^,]*$/)
})

test('rejects what does not hold, naming the rule', async () => {
  const sealed = sealInvoice(facts([line({})]))
  const change = (from: string | RegExp, to: string) => answerTo({ ...sealed, xml: sealed.xml.replace(from, to) })
  const broken: [rule: string, answer: ReturnType<typeof answerTo>][] = [
    ['BR-CO-15', change(/(TaxInclusiveAmount currencyID="SAR">)115\.00/, '$1115.01')],
    ['BR-CO-14', change(/(<cac:TaxTotal><cbc:TaxAmount currencyID="SAR">)15\.00/, '$115.01')],
    ['BR-CO-17', change(/(TaxSubtotal>.*?<cbc:TaxAmount currencyID="SAR">)15\.00/, '$116.00')],
    ['BR-KSA-40', change('<cbc:CompanyID>3', '<cbc:CompanyID>4')],
    ['INVOICE-HASH', change('<cbc:ID>17</cbc:ID>', '<cbc:ID>18</cbc:ID>')],
    ['SANDBOX-13', answerTo(sealInvoice(facts([line({ unit_minor: 10_013, tax_percent: 0 })])))],
  ]
  for (const [rule, answer] of broken) {
    const { outcome, errorMessages } = await answer
    assert.equal(outcome, 'REJECTED')
    assert.ok(
      errorMessages.some(each => each.startsWith(`${rule}: `)),
      `${rule} ${errorMessages}`,
    )
  }
  const warned = await answerTo(sealInvoice(facts([line({ unit_minor: 10_031, tax_percent: 0 })])))
  assert.deepEqual([warned.outcome, warned.warningMessages.length], ['CLEARED', 1])
})

test('the first previous hash is the published one, and another place in the chain is another hash', () => {
  assert.equal(
    FIRST_PREVIOUS_HASH,
    'NWZlY2ViNjZmZmM4NmYzOGQ5NTI3ODZjNmQ2OTZjNzljMmRiYzIzOWRkNGU5MWI0NjcyOWQ3M2EyN2ZiNTdlOQ==',
  )
  const of = facts([line({})])
  const hashes = [of, { ...of, icv: 2 }, { ...of, previousHash: 'AAAA' }].map(each => sealInvoice(each).hash)
  assert.equal(new Set(hashes).size, 3)
  assert.equal(sealInvoice(of).hash, hashes[0])
})
