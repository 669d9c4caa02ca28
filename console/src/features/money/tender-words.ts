/** In which ways money is handed over. */
export const tenderWords = {
  en: {
    CARD: 'Card',
    CASH: 'Cash',
    BANK_TRANSFER: 'Bank transfer',
    MOBILE_WALLET: 'Mobile wallet',
    CHEQUE: 'Cheque',
    OTHER: 'Other',
  },
  ar: {
    CARD: 'بطاقة',
    CASH: 'نقدًا',
    BANK_TRANSFER: 'تحويل بنكي',
    MOBILE_WALLET: 'محفظة جوال',
    CHEQUE: 'شيك',
    OTHER: 'أخرى',
  },
}
