import { isolated, texts } from '../../lib/language.ts'

/** What patients said of their visits. */
export const feedbackTexts = texts({
  en: {
    patient: 'Patient',
    unknown: 'Not known',
    doctor: 'Doctor',
    allDoctors: 'All doctors',
    rating: 'Rating',
    allRatings: 'All ratings',
    of5: (rating: number) => `${isolated(String(rating))} of 5`,
    recommends: 'Would recommend',
    of10: (score: number) => `${isolated(String(score))} of 10`,
    comment: 'In their words',
    when: 'When',
    none: 'No feedback yet',
    noneLead: 'Ask how it was from a visit that is over; what patients answer stands here.',
  },
  ar: {
    patient: 'المريض',
    unknown: 'غير معروف',
    doctor: 'الطبيب',
    allDoctors: 'كل الأطباء',
    rating: 'التقييم',
    allRatings: 'كل التقييمات',
    of5: rating => `${isolated(String(rating))} من 5`,
    recommends: 'يوصي بالعيادة',
    of10: score => `${isolated(String(score))} من 10`,
    comment: 'بكلماته',
    when: 'متى',
    none: 'لا آراء بعد',
    noneLead: 'اسأل عن زيارة انتهت، ويظهر هنا ما يجيب به المرضى.',
  },
})
