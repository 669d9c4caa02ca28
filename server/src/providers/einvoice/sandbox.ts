import { hash } from 'node:crypto'
import type { AuthorityAnswer, SealedDocument, TaxAuthority } from '../../domain/einvoices/tax-authority.ts'
import { allAt, type Element, readUbl, textAt } from './read-ubl.ts'

/**
 * An authority to try things out with. It computes again what a real one does and rejects what does not hold, by the names
 * of the published rules. Besides, it rejects every total that ends in .13 (SANDBOX-13) and warns of one that ends in .31
 * (SANDBOX-31); everything else it clears. It keeps nothing: the same document is answered the same.
 */
export const sandboxAuthority: TaxAuthority = { submit: async document => judged(document) }

interface Rule {
  name: string
  says: string
  holds(invoice: Element, document: SealedDocument): boolean
}

const RULES: readonly Rule[] = [
  {
    name: 'BR-KSA-40',
    says: 'The seller VAT registration number must have 15 digits and begin and end with 3.',
    holds: invoice => /^3\d{13}3$/.test(textAt(invoice, `${SELLER}/cac:PartyTaxScheme/cbc:CompanyID`) ?? ''),
  },
  {
    name: 'BR-CO-10',
    says: 'The sum of line net amounts must equal the sum of the lines.',
    holds: invoice => total(invoice, 'LineExtensionAmount') === sum(invoice, 'cac:InvoiceLine/cbc:LineExtensionAmount'),
  },
  {
    name: 'BR-CO-13',
    says: 'The total without VAT must equal the lines less the allowances.',
    holds: invoice =>
      total(invoice, 'TaxExclusiveAmount') ===
      total(invoice, 'LineExtensionAmount') - sum(invoice, 'cac:AllowanceCharge/cbc:Amount'),
  },
  {
    name: 'BR-CO-14',
    says: 'The total VAT amount must equal the sum of the VAT categories.',
    holds: invoice => taxOf(invoice) === sum(invoice, 'cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount'),
  },
  {
    name: 'BR-CO-15',
    says: 'The total with VAT must equal the total without VAT plus the total VAT amount.',
    holds: invoice => total(invoice, 'TaxInclusiveAmount') === total(invoice, 'TaxExclusiveAmount') + taxOf(invoice),
  },
  {
    name: 'BR-CO-17',
    says: 'The VAT of a category must be its taxable amount times its rate, rounded to the decimals of the currency.',
    holds: invoice =>
      allAt(invoice, 'cac:TaxTotal/cac:TaxSubtotal').every(subtotal => isTaxedRight(subtotal, isCredit(invoice))),
  },
  {
    name: 'BR-KSA-49',
    says: 'An invoice with VATEX-SA-HEA must name the national id of the buyer.',
    holds: invoice =>
      !allAt(invoice, 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:TaxExemptionReasonCode').some(
        ({ textContent }) => textContent === 'VATEX-SA-HEA',
      ) ||
      /^\d{10}$/.test(textAt(invoice, 'cac:AccountingCustomerParty/cac:Party/cac:PartyIdentification/cbc:ID') ?? ''),
  },
  {
    name: 'BR-KSA-34',
    says: 'The invoice counter value must contain only digits.',
    holds: invoice => /^\d+$/.test(textAt(reference(invoice, 'ICV'), 'cbc:UUID') ?? ''),
  },
  {
    name: 'BR-KSA-61',
    says: 'The hash of the previous invoice must be present.',
    holds: invoice => embedded(invoice, 'PIH') !== '',
  },
  {
    name: 'INVOICE-HASH',
    says: 'The hash that was sent must be that of the document without its QR code.',
    holds: (_invoice, { xml, hash: sent }) => hash('sha256', withoutQr(xml), 'base64') === sent,
  },
  {
    name: 'SANDBOX-13',
    says: 'The sandbox rejects totals that end in .13.',
    holds: invoice => !totalOf(invoice).endsWith('.13'),
  },
]

const SELLER = 'cac:AccountingSupplierParty/cac:Party'
const TOTALS = 'cac:LegalMonetaryTotal'

function judged(document: SealedDocument): AuthorityAnswer {
  const invoice = readUbl(document.xml)
  const errorMessages = RULES.filter(rule => !rule.holds(invoice, document)).map(({ name, says }) => `${name}: ${says}`)
  const hasWarning = totalOf(invoice).endsWith('.31')
  return {
    outcome: errorMessages.length > 0 ? 'REJECTED' : 'CLEARED',
    infoMessages: ['SANDBOX: This is no tax authority; nothing was reported.'],
    warningMessages: hasWarning ? ['SANDBOX-31: The sandbox warns of totals that end in .31.'] : [],
    errorMessages,
  }
}

/** The canonical text without declaration and QR code, which is what the hash is of. */
const withoutQr = (xml: string): string =>
  xml
    .replace(/^<\?xml[^>]*\?>\n/, '')
    .replace(/<cac:AdditionalDocumentReference><cbc:ID>QR<\/cbc:ID>.*?<\/cac:AdditionalDocumentReference>/, '')

/** An amount in minor units of however many decimals it is printed with. */
const minorOf = (text: string): number => Number(text.replace('.', ''))
const at = (invoice: Element, path: string): number => minorOf(textAt(invoice, path) ?? '')
const total = (invoice: Element, name: string): number => at(invoice, `${TOTALS}/cbc:${name}`)
const sum = (invoice: Element, path: string): number =>
  allAt(invoice, path).reduce((minor, { textContent }) => minor + minorOf(textContent ?? ''), 0)
const totalOf = (invoice: Element): string => textAt(invoice, `${TOTALS}/cbc:TaxInclusiveAmount`) ?? ''
const taxOf = (invoice: Element): number => at(invoice, 'cac:TaxTotal/cbc:TaxAmount')

const isCredit = (invoice: Element): boolean => textAt(invoice, 'cbc:InvoiceTypeCode') === '381'

/** The tax of a credit note is the difference of two that were rounded, so that all notes come to what was issued. */
function isTaxedRight(subtotal: Element, isDifference: boolean): boolean {
  const exact = (at(subtotal, 'cbc:TaxableAmount') * Number(textAt(subtotal, 'cac:TaxCategory/cbc:Percent'))) / 100
  return Math.abs(at(subtotal, 'cbc:TaxAmount') - exact) <= (isDifference ? 1.000001 : 0.500001)
}

const NOTHING: Element = { nodeName: '', textContent: null, childNodes: [] }
const reference = (invoice: Element, id: string): Element =>
  allAt(invoice, 'cac:AdditionalDocumentReference').find(each => textAt(each, 'cbc:ID') === id) ?? NOTHING
const embedded = (invoice: Element, id: string): string =>
  textAt(reference(invoice, id), 'cac:Attachment/cbc:EmbeddedDocumentBinaryObject') ?? ''
