import { isolated, texts } from '../../lib/language.ts'

/** How visits stand, and what is done to them next. */
export const statusTexts = texts({
  en: {
    statuses: {
      OPEN: 'Open',
      CONFIRMED: 'Confirmed',
      DELAYED: 'Delayed',
      CHECKEDIN: 'Checked in',
      WAITING: 'Waiting',
      INPROGRESS: 'In chair',
      COMPLETED: 'Completed',
      CANCELED: 'Canceled',
      NOSHOW: 'No-show',
    },
    steps: {
      OPEN: 'Open again',
      CONFIRMED: 'Confirm',
      DELAYED: 'Delayed',
      CHECKEDIN: 'Check in',
      WAITING: 'To waiting',
      INPROGRESS: 'To chair',
      COMPLETED: 'Complete',
      CANCELED: 'Cancel',
      NOSHOW: 'No-show',
    },
    unnamed: 'Visit without a patient',
    undone: (name: string) => `Undone: ${isolated(name)}`,
    refusals: {
      invalid_state_transition: 'The visit has been moved meanwhile. It is shown as it is now.',
      undo_expired: 'Too late: this has been done for good. “Book again” in the menu makes an open visit in its place.',
      slot_unavailable: 'The time is taken by now.',
    },
  },
  ar: {
    statuses: {
      OPEN: 'مفتوح',
      CONFIRMED: 'مؤكد',
      DELAYED: 'متأخر',
      CHECKEDIN: 'حضر',
      WAITING: 'ينتظر',
      INPROGRESS: 'على الكرسي',
      COMPLETED: 'مكتمل',
      CANCELED: 'ملغى',
      NOSHOW: 'لم يحضر',
    },
    steps: {
      OPEN: 'إعادة الفتح',
      CONFIRMED: 'تأكيد',
      DELAYED: 'متأخر',
      CHECKEDIN: 'تسجيل الحضور',
      WAITING: 'إلى الانتظار',
      INPROGRESS: 'إلى الكرسي',
      COMPLETED: 'إنهاء',
      CANCELED: 'إلغاء',
      NOSHOW: 'لم يحضر',
    },
    unnamed: 'زيارة بلا مريض',
    undone: name => `تم التراجع: ${isolated(name)}`,
    refusals: {
      invalid_state_transition: 'تغيّرت حالة الزيارة في هذه الأثناء. تظهر الآن كما هي.',
      undo_expired: 'فات الأوان: تم ذلك نهائيًا. يُنشئ «الحجز من جديد» في القائمة زيارة مفتوحة بدلًا منها.',
      slot_unavailable: 'الوقت محجوز الآن.',
    },
  },
})
