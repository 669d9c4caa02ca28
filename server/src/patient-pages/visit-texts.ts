import { LINK_TEXTS } from './link-texts.ts'

/** What patients read of a visit, in the two languages of the pages. */
export const TEXTS = {
  en: {
    ...LINK_TEXTS.en,
    title: 'Your visit',
    caption: 'Your visit',
    doctor: 'Doctor',
    branch: 'Branch',
    address: 'Address',
    confirm: 'I will come',
    decline: 'I cannot come',
    confirmed: 'Thank you. The clinic knows that you will come.',
    declined: 'The clinic knows that you cannot come, and will call you.',
    here: 'You are here already.',
    canceled: 'This visit was canceled.',
    over: 'This link is no longer valid.',
    callTitle: 'Here the video call would be',
    call: 'This clinic is there to try things out: nobody is on the other side.',
  },
  ar: {
    ...LINK_TEXTS.ar,
    title: 'زيارتك',
    caption: 'زيارتك',
    doctor: 'الطبيب',
    branch: 'الفرع',
    address: 'العنوان',
    confirm: 'سأحضر',
    decline: 'لا أستطيع الحضور',
    confirmed: 'شكرًا لك. تعلم العيادة أنك ستحضر.',
    declined: 'تعلم العيادة أنك لا تستطيع الحضور وستتصل بك.',
    here: 'سُجّل حضورك.',
    canceled: 'أُلغيت هذه الزيارة.',
    over: 'لم يعد هذا الرابط صالحًا.',
    callTitle: 'هنا تكون مكالمة الفيديو',
    call: 'هذه العيادة للتجربة: لا أحد على الطرف الآخر.',
  },
} as const

export type Language = keyof typeof TEXTS
export type Words = (typeof TEXTS)[Language]
