import { isolated, texts } from '../../lib/language.ts'

/** Who comes without a visit. */
export const walkInTexts = texts({
  en: {
    anyDoctor: 'Who is free first',
    urgent: 'Urgent: also outside the hours',
    take: 'Check in',
    taken: (time: string) => `Checked in, booked for ${isolated(time)}.`,
    takenUrgent: (time: string) => `Checked in as urgent, booked for ${isolated(time)}.`,
    noGap: 'Nobody has a gap left today within the hours.',
    noGapUrgent: 'Nobody has a gap left today, not even outside the hours.',
    takeUrgent: 'Check in as urgent',
  },
  ar: {
    anyDoctor: 'أول طبيب متاح',
    urgent: 'عاجل: خارج الدوام أيضًا',
    take: 'تسجيل الحضور',
    taken: time => `سُجل الحضور، والموعد في ${isolated(time)}.`,
    takenUrgent: time => `سُجل الحضور كحالة عاجلة، والموعد في ${isolated(time)}.`,
    noGap: 'لم يبق وقت متاح اليوم ضمن الدوام.',
    noGapUrgent: 'لم يبق وقت متاح اليوم، حتى خارج الدوام.',
    takeUrgent: 'تسجيل الحضور كحالة عاجلة',
  },
})
