/** Who writes: the person outside, or the clinic. */
export type Line = readonly [who: 'in' | 'out', text: string]

export interface Dialogue {
  language: 'ar' | 'en'
  lines: readonly Line[]
}

/** What is written to and by a dental clinic in the Gulf, every day. */
export const DIALOGUES: readonly Dialogue[] = [
  {
    language: 'ar',
    lines: [
      ['in', 'السلام عليكم، كم سعر تنظيف الأسنان؟'],
      ['out', 'وعليكم السلام، تنظيف وتلميع الأسنان 350 ريال شامل الفحص.'],
      ['in', 'ممتاز، هل يوجد موعد مساء الخميس؟'],
      ['out', 'نعم، الساعة 6:30 مساءً متاحة. هل أحجزها لكم؟'],
      ['in', 'نعم لو سمحت'],
      ['out', 'تم الحجز، نراكم الخميس بإذن الله.'],
    ],
  },
  {
    language: 'ar',
    lines: [
      ['in', 'عندي ألم شديد في الضرس من أمس'],
      ['out', 'سلامتكم، هل تستطيعون الحضور اليوم الساعة 4؟'],
      ['in', 'إن شاء الله'],
    ],
  },
  {
    language: 'ar',
    lines: [
      ['in', 'هل تقبلون التأمين؟'],
      ['out', 'نعم، أرسلوا لنا صورة بطاقة التأمين ونتأكد من التغطية.'],
      ['in', 'طيب، أرسلها بعد قليل'],
      ['in', 'وكم نسبة التحمل؟'],
    ],
  },
  {
    language: 'ar',
    lines: [
      ['in', 'أبغى أغير موعدي ليوم الأحد'],
      ['out', 'أبشروا، الأحد الساعة 10 صباحاً مناسب؟'],
      ['in', 'مناسب شكراً'],
      ['out', 'تم التعديل.'],
    ],
  },
  {
    language: 'ar',
    lines: [
      ['in', 'كم تكلفة التقويم الشفاف وهل يوجد تقسيط؟'],
      ['out', 'تبدأ من 14500 ريال، والتقسيط متاح على 12 شهراً بدون فوائد. الاستشارة مجانية هذا الشهر.'],
      ['in', 'أبغى موعد استشارة'],
    ],
  },
  {
    language: 'en',
    lines: [
      ['in', 'Hi, how much is a zirconia crown?'],
      ['out', 'Hello! A zirconia crown is 2200 SAR, X-ray included.'],
      ['in', 'And how many visits does it take?'],
      ['out', 'Two visits, about a week apart.'],
      ['in', 'Great, I will call to book.'],
    ],
  },
  {
    language: 'en',
    lines: [
      ['in', 'My son has a broken tooth, can you see him today?'],
      ['out', 'Of course. Dr. Dana is free at 5 pm. Is that fine?'],
      ['in', 'Yes, we are coming. Thank you!'],
      ['out', 'See you at 5. Please bring his ID.'],
    ],
  },
  {
    language: 'en',
    lines: [
      ['in', 'Where is your Olaya branch? Is there parking?'],
      ['out', 'On Demo Street, second floor. Parking is behind the building.'],
      ['in', 'Thanks'],
    ],
  },
  {
    language: 'en',
    lines: [
      ['in', 'I still feel some pain after the root canal'],
      ['out', 'That is common for two or three days. If it gets worse, please come in without an appointment.'],
      ['in', 'OK. Can I take ibuprofen?'],
      ['in', 'Hello?'],
    ],
  },
  {
    language: 'en',
    lines: [
      ['in', 'Could you send me my invoice by e-mail?'],
      ['out', 'Done, it is in your inbox.'],
      ['in', 'Got it, thank you'],
    ],
  },
]

/** Name, language, category, body and status: every status occurs. */
export const TEMPLATES = [
  ['appointment_reminder', 'en', 'UTILITY', 'Hello {{1}}, a reminder of your appointment on {{2}}.', 'APPROVED'],
  ['appointment_reminder', 'ar', 'UTILITY', 'مرحباً {{1}}، نذكركم بموعدكم بتاريخ {{2}}.', 'APPROVED'],
  ['visit_feedback', 'en', 'UTILITY', 'Thank you for your visit, {{1}}. How was it? Answer with 1 to 5.', 'APPROVED'],
  ['visit_feedback', 'ar', 'UTILITY', 'شكراً لزيارتكم {{1}}. كيف تقيمون الزيارة من 1 إلى 5؟', 'APPROVED'],
  ['opening_hours', 'ar', 'UTILITY', 'نستقبلكم من الأحد إلى الخميس من 9 صباحاً حتى 9 مساءً.', 'APPROVED'],
  ['payment_link', 'en', 'UTILITY', 'Hello {{1}}, you can pay {{2}} here: {{3}}', 'PENDING'],
  ['whitening_offer', 'ar', 'MARKETING', 'عرض تبييض الأسنان لفترة محدودة يا {{1}}!', 'REJECTED'],
  ['recall_six_months', 'en', 'MARKETING', 'Hello {{1}}, it is time for your check-up.', 'PAUSED'],
  ['old_welcome', 'en', 'MARKETING', 'Welcome to the clinic, {{1}}.', 'DISABLED'],
] as const
