import { texts } from '../../lib/language.ts'

/** What is owed, by its age. */
export const agingTexts = texts({
  en: {
    lead: 'Counted from the day of issue. Drafts are not owed.',
    patients: 'Patients',
    insurers: 'Insurers',
    insurer: 'Insurer',
    days30: '0–30 days',
    days60: '31–60 days',
    days90: '61–90 days',
    older: 'Over 90 days',
    total: 'In all',
    all: 'All',
    nothing: 'Nothing is owed',
    nothingLead: 'Whatever was issued is paid, settled or void.',
  },
  ar: {
    lead: 'تُحسب من يوم الإصدار، والمسودات لا تُحسب.',
    patients: 'المرضى',
    insurers: 'شركات التأمين',
    insurer: 'شركة التأمين',
    days30: '0–30 يومًا',
    days60: '31–60 يومًا',
    days90: '61–90 يومًا',
    older: 'أكثر من 90 يومًا',
    total: 'الإجمالي',
    all: 'الكل',
    nothing: 'لا شيء مستحق',
    nothingLead: 'كل ما صدر مدفوع أو مسدد أو ملغى.',
  },
})
