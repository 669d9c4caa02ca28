import { texts } from '../lib/language.ts'

export const stepUp = texts({
  en: {
    title: 'Is it still you?',
    leadPassword:
      'This changes how things are secured. Enter your password to go on; for five minutes you are not asked again.',
    leadCode:
      'This changes how things are secured. Enter a code from your app, or a recovery code; for five minutes you are not asked again.',
    password: 'Your password',
    code: 'Code',
    confirm: 'Confirm',
  },
  ar: {
    title: 'هل ما زلت أنت؟',
    leadPassword: 'هذا يغيّر إعدادات الأمان. أدخل كلمة المرور للمتابعة؛ ولن تُسأل مرة أخرى لمدة خمس دقائق.',
    leadCode: 'هذا يغيّر إعدادات الأمان. أدخل رمزًا من التطبيق أو رمز استرداد؛ ولن تُسأل مرة أخرى لمدة خمس دقائق.',
    password: 'كلمة المرور',
    code: 'الرمز',
    confirm: 'تأكيد',
  },
})
