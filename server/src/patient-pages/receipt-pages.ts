import { hash } from 'node:crypto'
import { type LinkedReceipt, linkedReceipt } from '../domain/patient-links/linked-receipt.ts'
import type { LinkOf } from '../domain/receipts/read-receipt.ts'
import { receiptDocument } from '../domain/receipts/receipt-document.ts'
import { PUBLIC_PAGE_HEADERS, publicPage } from '../http/public-page.ts'
import { type Html, html } from '../kernel/values/html.ts'
import { frameOf, type LinkPage } from './link-page.ts'
import type { PageKind } from './link-pages.ts'
import { TEXTS } from './receipt-texts.ts'

const FORM_BYTES = 1024
const PRINTING = 'addEventListener("load", () => print())'
const source: Html = { markup: PRINTING }

/** The same headers, and of scripts the one that prints. */
const HEADERS = {
  ...PUBLIC_PAGE_HEADERS,
  'content-security-policy': `${PUBLIC_PAGE_HEADERS['content-security-policy']}; script-src 'sha256-${hash('sha256', PRINTING, 'base64')}'`,
}

/** The receipt on a screen, with the way to print it; or as it is printed, on a sheet. */
function receiptPage(page: LinkPage<LinkedReceipt>, year: string, isPrinted = false): string {
  const { language, shown } = page
  const { receipt } = shown
  if (!receipt) throw new Error('What a link that is over showed is not shown.')
  return publicPage(
    { ...frameOf(page), styles: '/brand/receipt.css', isWide: isPrinted },
    html`${receiptDocument(receipt, { language, paper: isPrinted ? 'A4' : 'screen' })}
<form method="post" action="?lang=${language}">
<input type="hidden" name="year" value="${year}">
<button class="primary" name="action" value="answer">${TEXTS[language].print}</button>
</form>
${isPrinted && html`<script>${source}</script>`}`,
  )
}

/** Where patients read a receipt and print it, `/p/receipt/<token>`: as often as they like, while the link holds. */
export const receiptPages = (linkOf: LinkOf): PageKind<LinkedReceipt> => ({
  name: 'receipt',
  words: TEXTS,
  acts: { view: 'viewReceipt', open: 'openReceipt', answer: 'printReceiptByLink' },
  formBytes: FORM_BYTES,
  headers: HEADERS,
  read: (tx, linkId) => linkedReceipt(tx, linkId, linkOf),
  page: (page, year) => receiptPage(page, year),
  take: (page, form) => ({ page: receiptPage(page, form.get('year') ?? '', true) }),
})
