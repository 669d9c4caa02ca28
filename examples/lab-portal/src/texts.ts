import type { OrderState } from './orders.ts'

export const LANGUAGES = ['en', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

export interface Texts {
  readonly direction: 'ltr' | 'rtl'
  readonly locale: string
  readonly title: string
  readonly states: Readonly<Record<OrderState, string>>
  readonly mark: Readonly<Record<Exclude<OrderState, 'pending'>, string>>
  readonly none: string
  readonly order: string
  readonly details: string
  readonly teeth: string
  readonly shade: string
  readonly pieces: string
  readonly due: string
  readonly patient: string
  readonly files: string
  readonly file: string
  readonly noFiles: string
  readonly add: string
  readonly choose: string
  readonly back: string
  readonly enter: string
  readonly enterHelp: string
  readonly leave: string
  readonly closed: string
  readonly lost: string
  readonly unreachable: string
  readonly unsuitable: string
  readonly large: string
  readonly refused: string
  readonly call: string
  readonly other: string
  readonly privacy: string
}

/** Every wording in both languages. */
export const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    direction: 'ltr',
    locale: 'en-GB',
    title: 'Lab orders',
    states: { pending: 'In work', received: 'At the clinic', delivered: 'With the patient' },
    mark: { received: 'The clinic has received it', delivered: 'The patient has it' },
    none: 'There are no orders here.',
    order: 'Order',
    details: 'Remarks',
    teeth: 'Teeth (FDI)',
    shade: 'Shade',
    pieces: 'Pieces',
    due: 'Due',
    patient: 'Patient',
    files: 'Files',
    file: 'File',
    noFiles: 'There are no files yet.',
    add: 'Add the file',
    choose: 'A photograph or a PDF, at most 20 MB',
    back: 'All orders',
    enter: 'Come in',
    enterHelp: 'This link lets your lab in once, on this device.',
    leave: 'Log out',
    closed: 'Ask the clinic for a link to come in.',
    lost: 'That is not here.',
    unreachable: 'The clinic cannot be reached at the moment. Please try again in a few minutes.',
    unsuitable: 'Please choose a photograph (JPEG, PNG, WebP) or a PDF.',
    large: 'That file is larger than 20 MB.',
    refused: 'The clinic did not take it: what is in the file is not what its type says.',
    call: 'Questions?',
    other: 'العربية',
    privacy:
      'This plugin keeps lab orders and the files that labs add reach the clinic directly. It keeps no names of patients and deletes everything when the clinic removes it.',
  },
  ar: {
    direction: 'rtl',
    locale: 'ar-SA-u-ca-gregory',
    title: 'طلبات المعمل',
    states: { pending: 'قيد العمل', received: 'لدى العيادة', delivered: 'لدى المريض' },
    mark: { received: 'استلمته العيادة', delivered: 'استلمه المريض' },
    none: 'لا توجد طلبات هنا.',
    order: 'طلب',
    details: 'ملاحظات',
    teeth: 'الأسنان (FDI)',
    shade: 'اللون',
    pieces: 'القطع',
    due: 'موعد التسليم',
    patient: 'المريض',
    files: 'الملفات',
    file: 'ملف',
    noFiles: 'لا توجد ملفات بعد.',
    add: 'إضافة الملف',
    choose: 'صورة أو ملف PDF، بحد أقصى 20 ميغابايت',
    back: 'كل الطلبات',
    enter: 'دخول',
    enterHelp: 'هذا الرابط يُدخل معملكم مرة واحدة على هذا الجهاز.',
    leave: 'خروج',
    closed: 'اطلبوا من العيادة رابطًا للدخول.',
    lost: 'هذا غير موجود هنا.',
    unreachable: 'تعذر الوصول إلى العيادة حاليًا. يرجى المحاولة بعد دقائق.',
    unsuitable: 'يرجى اختيار صورة (JPEG أو PNG أو WebP) أو ملف PDF.',
    large: 'هذا الملف أكبر من 20 ميغابايت.',
    refused: 'لم تقبله العيادة: محتوى الملف لا يطابق نوعه.',
    call: 'أسئلة؟',
    other: 'English',
    privacy:
      'تحفظ هذه الإضافة طلبات المعمل، وتصل الملفات التي تضيفها المعامل إلى العيادة مباشرة. لا تحفظ أسماء المرضى، وتحذف كل شيء عندما تزيلها العيادة.',
  },
}

/** What was asked for, else what was asked for before, else the language of the browser. */
export function languageOf(wishes: readonly (string | null | undefined)[], accepted: string | undefined): Language {
  const all = [...wishes, ...(accepted ?? '').split(',').map(wish => wish.trim().slice(0, 2).toLowerCase())]
  return all.map(wish => LANGUAGES.find(language => language === wish)).find(found => found !== undefined) ?? 'en'
}
