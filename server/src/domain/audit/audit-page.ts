import { html } from '../../kernel/values/html.ts'
import type { ExportLanguage } from './told-record.ts'

const WORDS = {
  en: {
    title: 'Disclosure log',
    about: 'Patient',
    clinic: 'Clinic',
    made: 'Made on',
    span: (from: string, to: string) => `From ${from} to ${to}. Days begin and end at midnight UTC.`,
    heads: ['Day', 'Recipient', 'What', 'Times', 'Purpose'],
    none: 'No disclosure is on record for these days.',
    start: 'the beginning',
    now: 'the day it was made',
  },
  ar: {
    title: 'سجل الاطلاع',
    about: 'المريض',
    clinic: 'العيادة',
    made: 'أُعدّ في',
    span: (from: string, to: string) => `من ${from} إلى ${to}. تبدأ الأيام وتنتهي عند منتصف الليل بالتوقيت العالمي.`,
    heads: ['اليوم', 'الجهة المطّلعة', 'ماذا', 'عدد المرات', 'الغرض'],
    none: 'لا يوجد اطلاع مسجّل في هذه الأيام.',
    start: 'البداية',
    now: 'يوم إعداده',
  },
} as const

const STYLE = `body{font:14px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#16302d}
table{border-collapse:collapse;width:100%}th,td{border-block-end:1px solid #c9d6d4;padding:.4rem .5rem;text-align:start;vertical-align:top}
th{font-weight:600}thead{display:table-header-group}tr{break-inside:avoid}dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}
dt{color:#4c6360}dd{margin:0}.number{text-align:end;font-variant-numeric:tabular-nums}@media print{body{margin:0;max-width:none}}`

export interface PageFacts {
  language: ExportLanguage
  clinic: string
  /** The patient's name and file number, where it is about one. */
  patient: string | null
  from: string | undefined
  to: string | undefined
  madeOn: string
}

/** The page up to its first row. */
export function pageHead({ language, clinic, patient, from, to, madeOn }: PageFacts): string {
  const words = WORDS[language]
  const { markup } = html`<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${words.title}</title>
<style>${{ markup: STYLE }}</style></head>
<body><h1>${words.title}</h1>
<dl><dt>${words.clinic}</dt><dd><bdi>${clinic}</bdi></dd>
${patient === null ? null : html`<dt>${words.about}</dt><dd><bdi>${patient}</bdi></dd>`}
<dt>${words.made}</dt><dd><bdi>${madeOn.slice(0, 10)}</bdi></dd></dl>
<p>${words.span(from ?? words.start, to ?? words.now)}</p>
<table><thead><tr>${words.heads.map(head => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>
`
  return markup
}

export interface PageRow {
  day: string
  recipient: string
  what: string
  times: number
  purpose: string
}

/** What one recipient had to do with it on one day. */
export const pageRow = ({ day, recipient, what, times, purpose }: PageRow): string =>
  html`<tr><td><bdi>${day}</bdi></td><td><bdi>${recipient}</bdi></td><td>${what}</td><td class="number">${times}</td><td>${purpose}</td></tr>
`.markup

export const pageEnd = (language: ExportLanguage, hasRows: boolean): string =>
  `${hasRows ? '' : html`<tr><td colspan="5">${WORDS[language].none}</td></tr>`.markup}</tbody></table></body></html>\n`
