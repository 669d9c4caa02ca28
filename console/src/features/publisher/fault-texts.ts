import { texts } from '../../lib/language.ts'

/** What kind of problem a manifest has at a place, by its code; what exactly is expected is said by the server. */
export const faultTexts = texts({
  en: {
    faults: {
      required: 'Missing.',
      unknown_key: 'Unknown field.',
      type: 'Wrong type.',
      format: 'Wrong form.',
      pattern: 'Wrong form.',
      enum: 'Not one of the values.',
      const: 'Wrong value.',
      too_short: 'Too short.',
      too_long: 'Too long.',
      too_small: 'Too small.',
      too_large: 'Too large.',
      too_few: 'Too few.',
      too_many: 'Too many.',
      too_deep: 'Nested too deep.',
      not_unique: 'Repeated.',
      duplicate: 'Repeated.',
      not_covered: 'Not asked for.',
    },
    otherFault: 'Incorrect.',
  },
  ar: {
    faults: {
      required: 'ناقص.',
      unknown_key: 'حقل غير معروف.',
      type: 'نوع غير صحيح.',
      format: 'صيغة غير صحيحة.',
      pattern: 'صيغة غير صحيحة.',
      enum: 'ليس من القيم المسموحة.',
      const: 'قيمة غير صحيحة.',
      too_short: 'أقصر من المسموح.',
      too_long: 'أطول من المسموح.',
      too_small: 'أصغر من المسموح.',
      too_large: 'أكبر من المسموح.',
      too_few: 'العدد أقل من المطلوب.',
      too_many: 'العدد أكبر من المسموح.',
      too_deep: 'التداخل أعمق من المسموح.',
      not_unique: 'مكرر.',
      duplicate: 'مكرر.',
      not_covered: 'غير مذكور ضمن الأحداث المطلوبة.',
    },
    otherFault: 'غير صحيح.',
  },
})
