import { type Html, html } from '../../kernel/values/html.ts'
import { printedPage } from '../../kernel/values/printed-page.ts'
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
  paperOf(as.language, 'receipt', receipt.invoice.reference_id, receiptDocument(receipt, as))

/** A credit note likewise. */
export const creditNotePaper = (paper: CreditNotePaper, as: Printing): string =>
  paperOf(as.language, 'creditNote', paper.note.reference_id, creditNoteDocument(paper, as))

const paperOf = (language: ReceiptLanguage, kind: 'receipt' | 'creditNote', number: number, document: Html): string =>
  printedPage({
    language,
    title: spoken => `${RECEIPT_WORDS[spoken][kind]} ${number}`,
    style: 'receipt.css',
    main: html`<main>${document}</main>`,
  })
