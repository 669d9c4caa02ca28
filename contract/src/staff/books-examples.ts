const supplies = { name: 'Gloves', category: 'Supplies', supplier: 'Najd Medical' }
const rent = { name: 'Rent of the upper floor', category: 'Rent' }
const counted = [{ value: 100, count: 12 }]

/** Invented values of the books. */
export const BOOK_VALUES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  keptTreasury: { name: 'Front desk' },
  addTreasury: { name: 'Front desk' },
  updateTreasury: { name: 'Front desk' },
  transferMoney: { note: 'To the bank' },
  treasury_transfer: { note: 'To the bank' },
  bookedExpense: supplies,
  addExpense: supplies,
  reverseBookedExpense: { reason: 'Was entered twice' },
  bookedIncome: rent,
  addIncome: rent,
  reverseBookedIncome: { reason: 'Was entered twice' },
  day_close: { denominations: counted, reason: 'Change given by mistake', closedByName: 'Lina Qasim' },
  closeDay: { denominations: counted, reason: 'Change given by mistake', hash: '4f1d7a' },
  book_report: {
    name: 'day-sheet-2026-07-01-2026-07-01.csv',
    csv: '"Date","Kind","Name","Number","Reason","Percent","Count","Taken","Given back","Net"\r\n',
  },
  bookReportLine: { kind: 'CASH', name: 'Lina Qasim', reason: 'Long treatment' },
  day_close_preview: { hash: '4f1d7a' },
}

/** What ids begin with, by the words that only the books have. */
export const BOOK_ID_WORDS: Readonly<Record<string, string>> = {
  bookedexpense: 'exp',
  feedbackentry: 'fbk',
  bookedincome: 'inc',
  kepttreasury: 'tre',
  dayclose: 'dcl',
  treasurymovement: 'trm',
  treasurytransfer: 'trf',
  from: 'tre',
  to: 'tre',
  fee: 'exp',
  reverses: 'exp',
  reversedby: 'exp',
  source: 'pay',
}
