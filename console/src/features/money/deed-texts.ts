import { texts } from '../../lib/language.ts'

/** What is done with invoices and payments. */
export const moneyDeeds = texts({
  en: {
    record: 'Record payment',
    usual: 'The usual one',
    taken: 'The payment is recorded.',
    issue: 'Issue',
    isIssued: 'The invoice is issued.',
    refund: 'Refund',
    refundTitle: 'Refund the payment',
    refundLead: 'All of it goes back, out of the treasury that it went to. Its invoice is open again by that amount.',
    reason: 'Reason',
    reasonMissing: 'Say why.',
    isRefunded: 'The payment is refunded.',
    onlyLeft: (amount: string) => `Only ${amount} is left to pay.`,
    onlyCredit: (amount: string) => `The credit of the patient is ${amount}.`,
    onlyCash: (amount: string) => `There is less cash in the treasury: ${amount}.`,
    isPaid: 'The invoice is paid already.',
  },
  ar: {
    record: 'تسجيل دفعة',
    usual: 'المعتاد',
    taken: 'سُجّلت الدفعة.',
    issue: 'إصدار',
    isIssued: 'صدرت الفاتورة.',
    refund: 'استرداد',
    refundTitle: 'استرداد الدفعة',
    refundLead: 'تعود كلها من الصندوق الذي دخلته، وتُفتح فاتورتها ثانية بذلك المبلغ.',
    reason: 'السبب',
    reasonMissing: 'اذكر السبب.',
    isRefunded: 'استُردّت الدفعة.',
    onlyLeft: amount => `لم يبق للسداد إلا ${amount}.`,
    onlyCredit: amount => `رصيد المريض ${amount}.`,
    onlyCash: amount => `النقد في الصندوق أقل: ${amount}.`,
    isPaid: 'الفاتورة مسددة.',
  },
})
