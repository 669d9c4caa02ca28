import type { TaxInvoice } from './tax-invoice.ts'
import { allowance, amountIn, invoiceLine, monetaryTotal, taxSubtotal, VAT } from './ubl-amounts.ts'
import { plain, type Xml, xmlText } from './ubl-xml.ts'

/** Who issues it; all of it is printed. */
export interface Seller {
  name: string
  vatNumber: string
  crnNumber: string
  street: string
  city: string
  country: string
}

export interface UblFacts {
  /** The clinic's own number of the invoice. */
  number: string
  uuid: string
  /** On the clinic's clock: YYYY-MM-DD and HH:mm:ss. */
  issueDate: string
  issueTime: string
  currency: string
  seller: Seller
  /** Named only where a lower tax has to be proven by who was treated. */
  buyer: { name: string; nationalId: string } | null
  invoice: TaxInvoice
  /** What it corrects and why, of a credit note. */
  corrects?: { number: string; reason: string }
  /** Its place in the chain, and the hash of the document before it. */
  icv: number
  previousHash: string
}

const NAMESPACES = {
  '@xmlns': 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  '@xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  '@xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
}
const SIMPLIFIED = '0200000'
const TAX_INVOICE = '388'
const CREDIT_NOTE = '381'
const CASH = '10'

/**
 * The simplified tax invoice, or a credit note to one, in UBL 2.1, in canonical form (C14N 1.1: no declaration, no empty-element tags, attributes in
 * order), so that its hash is that of its text without the reference to its QR code.
 */
export function ublInvoice(facts: UblFacts, qr: string): string {
  const { invoice, currency, corrects } = facts
  const amount = amountIn(currency)
  const content: Xml = {
    ...NAMESPACES,
    'cbc:ProfileID': 'reporting:1.0',
    'cbc:ID': facts.number,
    'cbc:UUID': facts.uuid,
    'cbc:IssueDate': facts.issueDate,
    'cbc:IssueTime': facts.issueTime,
    'cbc:InvoiceTypeCode': { '@name': SIMPLIFIED, '#': corrects ? CREDIT_NOTE : TAX_INVOICE },
    'cbc:DocumentCurrencyCode': currency,
    'cbc:TaxCurrencyCode': currency,
    ...(corrects && { 'cac:BillingReference': { 'cac:InvoiceDocumentReference': { 'cbc:ID': corrects.number } } }),
    'cac:AdditionalDocumentReference': references(facts, qr),
    'cac:AccountingSupplierParty': { 'cac:Party': sellerParty(facts.seller) },
    'cac:AccountingCustomerParty': facts.buyer ? { 'cac:Party': buyerParty(facts.buyer) } : '',
    ...(facts.buyer && { 'cac:Delivery': { 'cbc:ActualDeliveryDate': facts.issueDate } }),
    'cac:PaymentMeans': {
      'cbc:PaymentMeansCode': CASH,
      ...(corrects && { 'cbc:InstructionNote': plain(corrects.reason) }),
    },
    'cac:AllowanceCharge': invoice.subtotals
      .filter(each => each.discountMinor > 0)
      .map(each => allowance(amount, each)),
    'cac:TaxTotal': [
      {
        'cbc:TaxAmount': amount(invoice.taxMinor),
        'cac:TaxSubtotal': invoice.subtotals.map(each => taxSubtotal(amount, each)),
      },
      { 'cbc:TaxAmount': amount(invoice.taxMinor) },
    ],
    'cac:LegalMonetaryTotal': monetaryTotal(amount, invoice),
    'cac:InvoiceLine': invoice.lines.map((line, index) => invoiceLine(amount, line, index)),
  }
  return xmlText({ Invoice: content })
}

const references = ({ icv, previousHash }: UblFacts, qr: string): Xml[] => [
  { 'cbc:ID': 'ICV', 'cbc:UUID': String(icv) },
  attached('PIH', previousHash),
  attached('QR', qr),
]

const attached = (id: string, base64: string) => ({
  'cbc:ID': id,
  'cac:Attachment': { 'cbc:EmbeddedDocumentBinaryObject': { '@mimeCode': 'text/plain', '#': base64 } },
})

/** How the document refers to its QR code, in canonical form. */
export const qrReference = (qr: string): string => xmlText({ 'cac:AdditionalDocumentReference': attached('QR', qr) })

const sellerParty = ({ name, vatNumber, crnNumber, street, city, country }: Seller): Xml => ({
  'cac:PartyIdentification': { 'cbc:ID': { '@schemeID': 'CRN', '#': crnNumber } },
  'cac:PostalAddress': {
    'cbc:StreetName': plain(street),
    'cbc:CityName': plain(city),
    'cac:Country': { 'cbc:IdentificationCode': country },
  },
  'cac:PartyTaxScheme': { 'cbc:CompanyID': vatNumber, ...VAT },
  'cac:PartyLegalEntity': { 'cbc:RegistrationName': plain(name) },
})

const buyerParty = ({ name, nationalId }: NonNullable<UblFacts['buyer']>): Xml => ({
  'cac:PartyIdentification': { 'cbc:ID': { '@schemeID': 'NAT', '#': nationalId } },
  'cac:PartyLegalEntity': { 'cbc:RegistrationName': plain(name) },
})
