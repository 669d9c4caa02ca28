import { type Html, html } from '../../kernel/values/html.ts'
import { creditNoteDocument } from './credit-note-document.ts'
import type { CreditNotePaper } from './credit-note-figures.ts'
import type { Receipt } from './read-receipt.ts'
import { type ReceiptPaper, receiptDocument } from './receipt-document.ts'
import type { ReceiptLanguage } from './receipt-speech.ts'
import { RECEIPT_WORDS } from './receipt-words.ts'

/** What is printed on, and in which language. */
export interface Printing {
  paper: Exclude<ReceiptPaper, 'screen'>
  language: ReceiptLanguage
}

/** A receipt as a page of its own that holds nothing else, for a printer. */
export const receiptPaper = (receipt: Receipt, as: Printing): string =>
  printedPage(as.language, ['receipt', receipt.invoice.reference_id], receiptDocument(receipt, as))

/** A credit note likewise. */
export const creditNotePaper = (paper: CreditNotePaper, as: Printing): string =>
  printedPage(as.language, ['creditNote', paper.note.reference_id], creditNoteDocument(paper, as))

function printedPage(
  language: ReceiptLanguage,
  [kind, number]: readonly ['receipt' | 'creditNote', number],
  document: Html,
): string {
  const spoken = language === 'ar' ? 'ar' : 'en'
  const page = html`<html lang="${spoken}" dir="${spoken === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${RECEIPT_WORDS[spoken][kind]} ${number}</title>
<link rel="stylesheet" href="/brand/brand.css">
<link rel="stylesheet" href="/brand/receipt.css">
</head>
<body class="printed">
<main>${document}</main>
</body>
</html>`
  return `<!doctype html>\n${page.markup}`
}
