/** What is shown of the books, by its documented name. */
export const BOOK_RESOURCES: Readonly<Record<string, string>> = {
  keptTreasury: 'A place where the clinic keeps money, with what is in it.',
  treasury_movement: 'A line of the ledger: what came into a treasury, or went out of it.',
  treasury_transfer: 'Money that went from one treasury to another.',
  bookedExpense: 'Something that the clinic spent money on.',
  bookedIncome: 'Something that the clinic took money in for.',
  day_close: 'A day of a treasury that was counted and closed for good.',
  day_close_preview: 'What a close of a day would find.',
  movedByKind: 'What came in and went out by one kind of movement.',
  book_report: 'What a span of the books comes to, by one of the questions that are asked of it.',
  bookReportLine: 'A line of a report of the books.',
  countedDenomination: 'How many of a note or coin were counted.',
}
