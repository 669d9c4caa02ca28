import { create } from 'xmlbuilder2'
import { exponentOf, toMajor } from '../../kernel/values/money.ts'
import { stripControl } from '../../kernel/values/strip-control.ts'
import type { TaxCategory, TaxInvoice, TaxLine, TaxSubtotal } from './tax-invoice.ts'

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
  /** Its place in the chain, and the hash of the document before it. */
  icv: number
  previousHash: string
}

type Xml = { [name: string]: Xml | Xml[] | string }

const NAMESPACES = {
  '@xmlns': 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  '@xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  '@xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
}
const SIMPLIFIED = '0200000'
const TAX_INVOICE = '388'
const CASH = '10'
const ONE_PIECE = 'PCE'
const DISCOUNT = '95'

const REASONS: Record<NonNullable<TaxCategory['reasonCode']>, string> = {
  'VATEX-SA-HEA': 'Private healthcare to citizen',
  'VATEX-SA-OOS': 'Not subject to VAT',
}

/**
 * The simplified tax invoice in UBL 2.1, in canonical form (C14N 1.1: no declaration, no empty-element tags, attributes in
 * order), so that its hash is that of its text without the reference to its QR code.
 */
export function ublInvoice(facts: UblFacts, qr: string): string {
  const { invoice, currency } = facts
  const of = xmlOf(currency)
  const content: Xml = {
    ...NAMESPACES,
    'cbc:ProfileID': 'reporting:1.0',
    'cbc:ID': facts.number,
    'cbc:UUID': facts.uuid,
    'cbc:IssueDate': facts.issueDate,
    'cbc:IssueTime': facts.issueTime,
    'cbc:InvoiceTypeCode': { '@name': SIMPLIFIED, '#': TAX_INVOICE },
    'cbc:DocumentCurrencyCode': currency,
    'cbc:TaxCurrencyCode': currency,
    'cac:AdditionalDocumentReference': references(facts, qr),
    'cac:AccountingSupplierParty': { 'cac:Party': sellerParty(facts.seller) },
    'cac:AccountingCustomerParty': facts.buyer ? { 'cac:Party': buyerParty(facts.buyer) } : '',
    ...(facts.buyer && { 'cac:Delivery': { 'cbc:ActualDeliveryDate': facts.issueDate } }),
    'cac:PaymentMeans': { 'cbc:PaymentMeansCode': CASH },
    'cac:AllowanceCharge': invoice.subtotals.filter(each => each.discountMinor > 0).map(of.allowance),
    'cac:TaxTotal': [
      { 'cbc:TaxAmount': of.amount(invoice.taxMinor), 'cac:TaxSubtotal': invoice.subtotals.map(of.subtotal) },
      { 'cbc:TaxAmount': of.amount(invoice.taxMinor) },
    ],
    'cac:LegalMonetaryTotal': of.totals(invoice),
    'cac:InvoiceLine': invoice.lines.map(of.line),
  }
  return xmlText({ Invoice: content })
}

const xmlText = (root: Xml): string =>
  create({ invalidCharReplacement: '' }, root).end({ headless: true, allowEmptyTags: true })

/** The amount as the document prints it, in the major unit with all of the currency's decimals. */
export const printed = (minor: number, currency: string): string =>
  toMajor(minor, currency).toFixed(exponentOf(currency))

/** On one line, without characters that are not seen. */
const plain = (text: string): string => stripControl(text).replace(/\s+/g, ' ').trim()

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

const VAT = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } }

const category = ({ code, percent }: TaxCategory) => ({ 'cbc:ID': code, 'cbc:Percent': percent.toFixed(2) })

/** The parts that hold amounts, in a currency. */
function xmlOf(currency: string) {
  const amount = (minor: number): Xml => ({ '@currencyID': currency, '#': printed(minor, currency) })
  const allowance = (minor: number): Xml => ({
    'cbc:ChargeIndicator': 'false',
    'cbc:AllowanceChargeReasonCode': DISCOUNT,
    'cbc:AllowanceChargeReason': 'discount',
    'cbc:Amount': amount(minor),
  })
  return {
    amount,
    allowance: (each: TaxSubtotal): Xml => ({
      ...allowance(each.discountMinor),
      'cac:TaxCategory': { ...category(each.category), ...VAT },
    }),
    subtotal: ({ taxableMinor, taxMinor, category: at }: TaxSubtotal): Xml => ({
      'cbc:TaxableAmount': amount(taxableMinor),
      'cbc:TaxAmount': amount(taxMinor),
      'cac:TaxCategory': {
        ...category(at),
        ...(at.reasonCode && {
          'cbc:TaxExemptionReasonCode': at.reasonCode,
          'cbc:TaxExemptionReason': REASONS[at.reasonCode],
        }),
        ...VAT,
      },
    }),
    totals: (invoice: TaxInvoice): Xml => ({
      'cbc:LineExtensionAmount': amount(invoice.netMinor),
      'cbc:TaxExclusiveAmount': amount(invoice.taxableMinor),
      'cbc:TaxInclusiveAmount': amount(invoice.totalMinor),
      'cbc:AllowanceTotalAmount': amount(invoice.allowanceMinor),
      'cbc:PrepaidAmount': amount(0),
      'cbc:PayableAmount': amount(invoice.totalMinor),
    }),
    line: (line: TaxLine, index: number): Xml => ({
      'cbc:ID': String(index + 1),
      'cbc:InvoicedQuantity': { '@unitCode': ONE_PIECE, '#': String(line.quantity) },
      'cbc:LineExtensionAmount': amount(line.netMinor),
      'cac:AllowanceCharge': line.discountMinor > 0 ? [allowance(line.discountMinor)] : [],
      'cac:TaxTotal': {
        'cbc:TaxAmount': amount(line.taxMinor),
        'cbc:RoundingAmount': amount(line.netMinor + line.taxMinor),
      },
      'cac:Item': {
        'cbc:Name': plain(line.name),
        'cac:ClassifiedTaxCategory': { ...category(line.category), ...VAT },
      },
      'cac:Price': { 'cbc:PriceAmount': amount(line.unitMinor) },
    }),
  }
}
