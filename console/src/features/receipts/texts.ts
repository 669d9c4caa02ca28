import { isolated, texts } from '../../lib/language.ts'

/** The receipt of an invoice, on paper and as a link. */
export const receipts = texts({
  en: {
    receipt: 'Receipt',
    paper: 'Paper',
    papers: { '80mm': 'Roll, 80 mm', A4: 'A4 sheet' },
    language: 'Language of the receipt',
    languages: { both: 'Arabic and English', ar: 'Arabic', en: 'English' },
    print: 'Print receipt',
    send: 'Send receipt',
    printNote: (number: number) => `Print credit note ${isolated(String(number))}`,
  },
  ar: {
    receipt: 'الإيصال',
    paper: 'الورق',
    papers: { '80mm': 'لفة 80 مم', A4: 'ورقة A4' },
    language: 'لغة الإيصال',
    languages: { both: 'العربية والإنجليزية', ar: 'العربية', en: 'الإنجليزية' },
    print: 'طباعة الإيصال',
    send: 'إرسال الإيصال',
    printNote: number => `طباعة الإشعار الدائن ${isolated(String(number))}`,
  },
})
