import { printed } from './printed-amount.ts'
import type { TaxCategory, TaxInvoice, TaxLine, TaxSubtotal } from './tax-invoice.ts'
import { plain, type Xml } from './ubl-xml.ts'

const ONE_PIECE = 'PCE'
const DISCOUNT = '95'

const REASONS: Record<NonNullable<TaxCategory['reasonCode']>, string> = {
  'VATEX-SA-HEA': 'Private healthcare to citizen',
  'VATEX-SA-OOS': 'Not subject to VAT',
}

export const VAT = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } }

type Amount = (minor: number) => Xml

/** Amounts in a currency. */
export const amountIn =
  (currency: string): Amount =>
  minor => ({ '@currencyID': currency, '#': printed(minor, currency) })

const category = ({ code, percent }: TaxCategory) => ({ 'cbc:ID': code, 'cbc:Percent': percent.toFixed(2) })

const discount = (amount: Amount, minor: number): Xml => ({
  'cbc:ChargeIndicator': 'false',
  'cbc:AllowanceChargeReasonCode': DISCOUNT,
  'cbc:AllowanceChargeReason': 'discount',
  'cbc:Amount': amount(minor),
})

/** The discount of the whole invoice, as far as it falls on one rate of tax. */
export const allowance = (amount: Amount, { discountMinor, category: at }: TaxSubtotal): Xml => ({
  ...discount(amount, discountMinor),
  'cac:TaxCategory': { ...category(at), ...VAT },
})

export const taxSubtotal = (amount: Amount, { taxableMinor, taxMinor, category: at }: TaxSubtotal): Xml => ({
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
})

export const monetaryTotal = (amount: Amount, invoice: TaxInvoice): Xml => ({
  'cbc:LineExtensionAmount': amount(invoice.netMinor),
  'cbc:TaxExclusiveAmount': amount(invoice.taxableMinor),
  'cbc:TaxInclusiveAmount': amount(invoice.totalMinor),
  'cbc:AllowanceTotalAmount': amount(invoice.allowanceMinor),
  'cbc:PrepaidAmount': amount(0),
  'cbc:PayableAmount': amount(invoice.totalMinor),
})

export const invoiceLine = (amount: Amount, line: TaxLine, index: number): Xml => ({
  'cbc:ID': String(index + 1),
  'cbc:InvoicedQuantity': { '@unitCode': ONE_PIECE, '#': String(line.quantity) },
  'cbc:LineExtensionAmount': amount(line.netMinor),
  'cac:AllowanceCharge': line.discountMinor > 0 ? [discount(amount, line.discountMinor)] : [],
  'cac:TaxTotal': {
    'cbc:TaxAmount': amount(line.taxMinor),
    'cbc:RoundingAmount': amount(line.netMinor + line.taxMinor),
  },
  'cac:Item': {
    'cbc:Name': plain(line.name),
    'cac:ClassifiedTaxCategory': { ...category(line.category), ...VAT },
  },
  'cac:Price': { 'cbc:PriceAmount': amount(line.unitMinor) },
})
