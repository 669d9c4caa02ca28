import { isolated, texts } from '../../lib/language.ts'

/** How a person who makes plugins gets a login, and how a program is let in. */
export const signUpTexts = texts({
  en: {
    title: 'Make plugins for clinics',
    lead: 'Get a login, then create a publisher. With it comes a sandbox clinic with invented records, in which you try your plugins.',
    name: 'Your name',
    email: 'E-mail address',
    send: 'Send me a link',
    sent: (email: string) =>
      `A mail is on its way to ${isolated(email)}. Its link is good once, for a day. Look into the spam folder, too.`,
    another: 'Use another address',
    closed: 'Registrations are not open here. Ask the operator of the platform for an invitation.',
    haveLogin: 'I have a login already',
    welcome: (name: string) => `Welcome, ${isolated(name)}`,
    choose: 'Choose a password. You log in with it and this address:',
    password: 'Password',
    passwordLead: 'At least 12 characters. A sentence is good.',
    confirm: 'Create my login',
    dead: 'This link is no longer good',
    deadLead: 'It was used already, or a day has passed.',
    newLink: 'Ask for a new link',
    made: 'Your login is there. Log in with it.',
    toLogin: 'Log in',
  },
  ar: {
    title: 'طوّر إضافات للعيادات',
    lead: 'أنشئ حسابًا ثم أنشئ ناشرًا. تُنشأ معه عيادة تجريبية فيها سجلات وهمية تجرّب فيها إضافاتك.',
    name: 'اسمك',
    email: 'البريد الإلكتروني',
    send: 'أرسل لي رابطًا',
    sent: email =>
      `رسالة في طريقها إلى ${isolated(email)}. الرابط صالح لمرة واحدة ولمدة يوم. تحقق من مجلد الرسائل غير المرغوبة أيضًا.`,
    another: 'استخدام بريد آخر',
    closed: 'التسجيل غير متاح هنا. اطلب دعوة من مشغّل المنصة.',
    haveLogin: 'لدي حساب بالفعل',
    welcome: name => `أهلًا ${isolated(name)}`,
    choose: 'اختر كلمة مرور. تسجّل الدخول بها وبهذا البريد:',
    password: 'كلمة المرور',
    passwordLead: '12 حرفًا على الأقل، ويمكن أن تكون جملة.',
    confirm: 'إنشاء حسابي',
    dead: 'لم يعد هذا الرابط صالحًا',
    deadLead: 'استُخدم من قبل، أو مضى عليه يوم.',
    newLink: 'طلب رابط جديد',
    made: 'أُنشئ حسابك. سجّل الدخول به.',
    toLogin: 'تسجيل الدخول',
  },
})
