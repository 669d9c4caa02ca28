import { isolated, texts } from '../../lib/language.ts'

/** An invoice that is written from the file of a patient. */
export const newInvoice = texts({
  en: {
    open: 'New invoice',
    lead: 'It is saved as a draft. Nothing is handed over before you issue it.',
    branch: 'Branch',
    doctor: 'Doctor',
    noDoctor: 'No doctor',
    what: 'What',
    price: 'Price without VAT',
    quantity: 'How many',
    quantityOf: (item: string) => `How many: ${isolated(item)}`,
    other: 'Add something else',
    takeOff: 'Take it off',
    save: 'Save draft',
    saved: 'The draft is saved.',
    empty: 'Add what is billed.',
    wrong: 'Name each item, with a price from 0 and how many from 1 to 100.',
  },
  ar: {
    open: 'فاتورة جديدة',
    lead: 'تُحفظ مسودةً، ولا تصدر حتى تُصدرها.',
    branch: 'الفرع',
    doctor: 'الطبيب',
    noDoctor: 'بلا طبيب',
    what: 'البند',
    price: 'السعر دون الضريبة',
    quantity: 'العدد',
    quantityOf: item => `العدد: ${isolated(item)}`,
    other: 'إضافة بند آخر',
    takeOff: 'حذف البند',
    save: 'حفظ المسودة',
    saved: 'حُفظت المسودة.',
    empty: 'أضف ما يُفوتر.',
    wrong: 'لكل بند اسم، وسعر من 0، وعدد من 1 إلى 100.',
  },
})
