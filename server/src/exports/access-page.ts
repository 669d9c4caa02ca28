import { isRecord } from '@clinic/contract/json-schema.ts'
import type { AccessFamily } from './access-families.ts'

export type AccessLanguage = 'en' | 'ar'

const WORDS = {
  en: {
    title: 'What is kept of you',
    made: 'Written on',
    none: 'Nothing',
    files: 'Your files are in the folder “files”.',
  },
  ar: { title: 'السجلات المحفوظة عنك', made: 'كُتب في', none: 'لا شيء', files: 'ملفاتك في المجلد «files».' },
} as const

/** What families are called; one that has no name here yet is shown by its English one. */
const FAMILIES: Readonly<Record<string, readonly [en: string, ar: string]>> = {
  patient: ['Your file', 'ملفك'],
  appointments: ['Appointments', 'المواعيد'],
  invoices: ['Invoices', 'الفواتير'],
  payments: ['Payments', 'المدفوعات'],
  onlinePayments: ['Online payments', 'المدفوعات عبر الإنترنت'],
  eInvoiceSubmissions: ['E-invoices', 'الفواتير الإلكترونية'],
  treatments: ['Treatments', 'العلاجات'],
  quotations: ['Quotations', 'عروض الأسعار'],
  prescriptions: ['Prescriptions', 'الوصفات الطبية'],
  encounters: ['Visits', 'الزيارات'],
  labOrders: ['Lab orders', 'طلبات المختبر'],
  consentForms: ['Consents', 'الموافقات'],
  formSubmissions: ['Forms', 'النماذج'],
  patientFiles: ['Files', 'الملفات'],
  patientXRays: ['X-rays', 'صور الأشعة'],
  communications: ['Messages', 'الرسائل'],
  conversation: ['Conversations', 'المحادثات'],
  conversationMessages: ['Messages of conversations', 'رسائل المحادثات'],
  lead: ['First contact', 'أول تواصل'],
  loyaltyAccounts: ['Points', 'النقاط'],
  loyaltyTransactions: ['Points earned and used', 'حركات النقاط'],
  feedback: ['Feedback', 'التقييمات'],
  tasks: ['Tasks', 'المهام'],
  changes: ['What your records were before', 'ما كانت عليه سجلاتك'],
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, found => ESCAPES[found] ?? found)
/** `lastName` as `last name`. */
const spoken = (name: string): string => name.replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join('<br>')
  if (isRecord(value)) return tableOf(value)
  return `<bdi>${escaped(String(value))}</bdi>`
}

/** The fields of a record that say something. */
function tableOf(record: Record<string, unknown>): string {
  const rows = Object.entries(record).filter(
    ([name, value]) =>
      name !== 'object' && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
  )
  return `<table>${rows.map(([name, value]) => `<tr><th>${escaped(spoken(name))}</th><td>${shown(value)}</td></tr>`).join('')}</table>`
}

const STYLE = `body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b}
h2{border-block-end:1px solid #999;margin-block-start:2rem}table{border-collapse:collapse;margin-block:.5rem;inline-size:100%}
th{text-align:start;vertical-align:top;font-weight:600;padding:.1rem .75rem .1rem 0;inline-size:14rem}td{overflow-wrap:anywhere}
section>table{border:1px solid #ccc;padding:.5rem;break-inside:avoid}@media print{body{margin:0;max-width:none}}`

export interface AccessPage {
  families: readonly AccessFamily[]
  language: AccessLanguage
  at: string
  rowsOf(family: AccessFamily): AsyncIterable<unknown>
}

/** A page that a person reads or prints, a piece at a time: every family with every record of it. */
export async function* accessPage({ families, language, at, rowsOf }: AccessPage): AsyncGenerator<string> {
  const { title, made, none, files } = WORDS[language]
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  yield `<!doctype html><html lang="${language}" dir="${direction}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${STYLE}</style>
<h1>${title}</h1><p>${made} <bdi>${escaped(at)}</bdi>. ${files}</p>`
  for (const family of families) {
    const [en, ar] = FAMILIES[family.name] ?? [spoken(family.name), spoken(family.name)]
    yield `<section><h2>${language === 'ar' ? ar : en}</h2>`
    let count = 0
    for await (const row of rowsOf(family)) {
      count++
      if (isRecord(row)) yield tableOf(row)
    }
    yield count === 0 ? `<p>${none}</p></section>` : '</section>'
  }
  yield '</html>'
}
