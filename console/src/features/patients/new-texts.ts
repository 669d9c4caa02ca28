import { isolated, texts } from '../../lib/language.ts'

/** The form that opens the file of a patient. */
export const newPatient = texts({
  en: {
    create: 'New patient',
    createNamed: (text: string) => `New patient “${isolated(text)}”`,
    save: 'Open the file',
    saved: 'The file is open.',
    more: 'Guardian, e-mail and more',
    less: 'Fewer fields',
    guardian: 'Guardian',
    guardianHint: 'A patient of the clinic who is written to where this one has no phone.',
    guardianKind: 'What the guardian is to the patient',
    kinds: { GUARDIAN: 'Guardian', PARENT: 'Parent' },
    samePhone: 'This phone stands in other files, too:',
    duplicates: 'There may be a file of this person already',
    duplicatesLead: 'Open it instead of making a second one.',
    reasons: {
      NATIONAL_ID: 'Same national ID',
      PHONE_AND_NAME: 'Same phone and given name',
      NAME_AND_BIRTH_DATE: 'Same name and date of birth',
    },
    elsewhere: 'At a branch that you do not see',
    another: 'This is another person, who has no file yet',
  },
  ar: {
    create: 'مريض جديد',
    createNamed: text => `مريض جديد «${isolated(text)}»`,
    save: 'فتح الملف',
    saved: 'فُتح الملف.',
    more: 'ولي الأمر والبريد وغيرها',
    less: 'حقول أقل',
    guardian: 'ولي الأمر',
    guardianHint: 'مريض في العيادة تُرسل إليه الرسائل إذا لم يكن لهذا المريض هاتف.',
    guardianKind: 'صلة ولي الأمر بالمريض',
    kinds: { GUARDIAN: 'ولي أمر', PARENT: 'أحد الوالدين' },
    samePhone: 'هذا الهاتف مسجل في ملفات أخرى أيضًا:',
    duplicates: 'قد يكون لهذا الشخص ملف',
    duplicatesLead: 'افتح الملف الموجود بدل إنشاء ملف مكرر.',
    reasons: {
      NATIONAL_ID: 'رقم الهوية نفسه',
      PHONE_AND_NAME: 'الهاتف والاسم الأول نفسهما',
      NAME_AND_BIRTH_DATE: 'الاسم وتاريخ الميلاد نفسهما',
    },
    elsewhere: 'في فرع لا تراه',
    another: 'هذا شخص آخر ليس له ملف بعد',
  },
})
