import { printed } from './printed-amount.ts'
import { qrCode } from './qr-code.ts'
import type { UblFacts } from './ubl-invoice.ts'

/** The QR code of a document, wherever it stands in the chain. */
export const qrOf = ({ seller, invoice, currency, ...issued }: Omit<UblFacts, 'icv' | 'previousHash'>): string =>
  qrCode({
    sellerName: seller.name,
    vatNumber: seller.vatNumber,
    issuedAt: `${issued.issueDate}T${issued.issueTime}`,
    total: printed(invoice.totalMinor, currency),
    tax: printed(invoice.taxMinor, currency),
  })
