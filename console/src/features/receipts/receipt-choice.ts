import { RECEIPT_LANGUAGES, RECEIPT_PAPERS } from '@clinic/contract/staff/receipts.ts'

/** How receipts are printed at this desk. */
export interface ReceiptChoice {
  paper: (typeof RECEIPT_PAPERS)[number]
  language: (typeof RECEIPT_LANGUAGES)[number]
}

const KEY = 'receipt'

/** As they were printed last: the printer stays. */
export function lastChoice(): ReceiptChoice {
  const read: Partial<Record<keyof ReceiptChoice, unknown>> = JSON.parse(localStorage.getItem(KEY) ?? '{}')
  return choiceOf(read)
}

export const choiceOf = ({ paper, language }: Partial<Record<keyof ReceiptChoice, unknown>>): ReceiptChoice => ({
  paper: RECEIPT_PAPERS.find(one => one === paper) ?? '80mm',
  language: RECEIPT_LANGUAGES.find(one => one === language) ?? 'both',
})

export const keepChoice = (choice: ReceiptChoice): void => localStorage.setItem(KEY, JSON.stringify(choice))
