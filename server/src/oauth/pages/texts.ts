import { LIFETIME } from '../lifetimes.ts'

const IDLE_DAYS = LIFETIME.refresh / 86_400

/** What people read while they connect an assistant, in the two languages of the pages. */
export const TEXTS = {
  en: {
    direction: 'ltr',
    otherLanguage: 'العربية',
    title: 'Connect an AI assistant',
    connectTitle: (app: string) => ['Let “', app, '” read from your clinic?'],
    answersGoTo: 'Answers go to',
    namedItself: 'The name is what the app calls itself. The address is what counts.',
    verified: 'Verified app',
    unverified: 'Unverified app',
    unverifiedNote:
      'We do not know who made this app. Go on only if you have just added this address to your assistant.',
    loopbackNote: 'The answers go to a program on this computer. Go on only if you have just started it yourself.',
    clinic: 'Clinic',
    otherClinic: 'Another clinic',
    testClinic: 'Test clinic',
    signedInAs: 'Logged in as',
    notYou: 'Not you?',
    mayRead: 'It may read',
    always: 'Always',
    sensitive: 'Sensitive',
    sensitiveNote: 'Off unless you switch it on.',
    cannot: 'It can never',
    cannotList: {
      change: 'change, book or send anything',
      contacts: 'see national IDs, full phone numbers, addresses or dates of birth',
      contactsUnlessAllowed:
        'see national IDs, or, unless you allow it above, full phone numbers, addresses or dates of birth',
      clinics: 'see another clinic, or more than you may see yourself',
    },
    goodToKnow: 'Good to know',
    outside: (host: string) => ['What it reads is processed by ', host, ', outside this clinic.'],
    ends: (days: number) =>
      days > IDLE_DAYS
        ? `It ends after ${IDLE_DAYS} days without use, and after ${days} days at the latest.`
        : `It ends after ${days} days at the latest.`,
    disconnect: 'You can disconnect it at any time in the console, under “My AI assistants”.',
    owner: 'The owner of the clinic sees this connection and what it reads.',
    allow: 'Allow',
    deny: 'Do not allow',
    chooseTitle: 'Which clinic?',
    chooseText: (app: string) => ['Choose the clinic that “', app, '” may read from. It will see no other.'],
    continue: 'Continue',
    cancel: 'Cancel',
    needsSecondFactor: 'Asks for your second factor',
    secondFactorTitle: 'One more step',
    secondFactorText: (clinic: string) => [clinic, ' asks for a second factor. Confirm it, and you come back here.'],
    secondFactorMissing: (clinic: string) => [
      clinic,
      ' asks for a second factor and your account has none yet. Set it up in the console, under “My security”, then connect again.',
    ],
    confirm: 'Confirm with the second factor',
    openConsole: 'Open the console',
    noClinicTitle: 'Nothing to connect',
    noClinicText:
      'None of your clinics lets you connect this assistant. The owner of the clinic can change that in the console.',
    returnTo: (host: string) => ['Return to ', host],
    returningTitle: 'Connected',
    deniedTitle: 'Not connected',
    returningText: (host: string) => ['You are being taken back to ', host, '.'],
    waitTitle: 'One moment',
    waitText: 'If this page stays, go on here:',
    expiredTitle: 'This page has expired',
    expiredText:
      'The request is over: it was answered already, or it is more than 15 minutes old. Start again in your assistant.',
    otherBrowserTitle: 'This began in another browser',
    otherBrowserText:
      'Open the page in the browser in which you started connecting the assistant. If somebody sent you this link, close it.',
    otherPersonTitle: 'Somebody else logged in meanwhile',
    otherPersonText: 'This request was begun by another person. Start again in your assistant.',
    forgedTitle: 'That did not come from our page',
    forgedText: 'Nothing was allowed. Go back, load the page again and decide there.',
    otherClinicTitle: 'That clinic cannot be connected',
    otherClinicText:
      'You do not work there, or it does not let this assistant in. Nothing was allowed. Start again in your assistant.',
    nothingTickedTitle: 'Nothing was chosen',
    nothingTickedText: 'Nothing was allowed, because nothing was ticked. Go back and tick what the assistant may read.',
    unknownAppTitle: 'We do not know this app',
    unknownAppText:
      'It is not registered here, or asked to be answered at an address that it did not register. Nothing was shared. Try to connect again from your assistant.',
    unreadableAppTitle: 'This app could not be verified',
    unreadableAppText:
      'Its description at the address below could not be read or is not as it should be. Nothing was shared. Try again later, or ask the maker of the app.',
    badRequestTitle: 'The app asked for something we cannot do',
    badRequestText: 'Nothing was shared. Tell the maker of the app:',
    tooManyTitle: 'Too many attempts',
    tooManyText: 'Please wait a moment, then start again in your assistant.',
    troubleTitle: 'Something went wrong on our side',
    troubleText: 'Nothing was shared. Please try again shortly.',
  },
  ar: {
    direction: 'rtl',
    otherLanguage: 'English',
    title: 'ربط مساعد ذكاء اصطناعي',
    connectTitle: (app: string) => ['هل تسمح للتطبيق «', app, '» بالقراءة من عيادتك؟'],
    answersGoTo: 'تُرسل الإجابات إلى',
    namedItself: 'الاسم هو ما يسمّي به التطبيق نفسه، والعنوان هو ما يُعتمد عليه.',
    verified: 'تطبيق موثّق',
    unverified: 'تطبيق غير موثّق',
    unverifiedNote: 'لا نعرف من أنشأ هذا التطبيق. تابع فقط إذا أضفت هذا العنوان إلى مساعدك قبل لحظات.',
    loopbackNote: 'تُرسل الإجابات إلى برنامج على هذا الجهاز. تابع فقط إذا شغّلته بنفسك قبل لحظات.',
    clinic: 'العيادة',
    otherClinic: 'عيادة أخرى',
    testClinic: 'عيادة تجريبية',
    signedInAs: 'تم الدخول باسم',
    notYou: 'لست أنت؟',
    mayRead: 'يمكنه الاطلاع على:',
    always: 'دائمًا',
    sensitive: 'بيانات حساسة',
    sensitiveNote: 'غير مسموح بها ما لم تفعّلها.',
    cannot: 'لا يمكنه أبدًا',
    cannotList: {
      change: 'تعديل أي شيء أو حجزه أو إرساله',
      contacts: 'رؤية أرقام الهوية أو أرقام الهواتف الكاملة أو العناوين أو تواريخ الميلاد',
      contactsUnlessAllowed:
        'رؤية أرقام الهوية، ولا أرقام الهواتف الكاملة أو العناوين أو تواريخ الميلاد إلا إذا سمحت بذلك أعلاه',
      clinics: 'رؤية عيادة أخرى، أو أكثر مما يحق لك أنت رؤيته',
    },
    goodToKnow: 'للعلم',
    outside: (host: string) => ['ما يقرؤه يُعالَج لدى ', host, ' خارج هذه العيادة.'],
    ends: (days: number) =>
      days > IDLE_DAYS
        ? `ينتهي الربط بعد ${IDLE_DAYS} يومًا دون استخدام، وبعد ${days} يومًا على الأكثر.`
        : `ينتهي الربط خلال مدة أقصاها ${days} من الأيام.`,
    disconnect: 'يمكنك إلغاء الربط في أي وقت من لوحة التحكم، في «مساعدو الذكاء الاصطناعي لديّ».',
    owner: 'يرى مالك العيادة هذا الربط وما تتم قراءته من خلاله.',
    allow: 'أسمح',
    deny: 'لا أسمح',
    chooseTitle: 'أي عيادة؟',
    chooseText: (app: string) => ['اختر العيادة التي يمكن للتطبيق «', app, '» القراءة منها، ولن يرى غيرها.'],
    continue: 'متابعة',
    cancel: 'إلغاء',
    needsSecondFactor: 'تتطلب التحقق بخطوتين',
    secondFactorTitle: 'خطوة أخيرة',
    secondFactorText: (clinic: string) => ['تتطلب ', clinic, ' التحقق بخطوتين. أدخل الرمز ثم تعود إلى هنا.'],
    secondFactorMissing: (clinic: string) => [
      'تتطلب ',
      clinic,
      ' التحقق بخطوتين، وهو غير مفعّل في حسابك. فعّله في لوحة التحكم، في «أمان حسابي»، ثم أعد الربط.',
    ],
    confirm: 'إدخال الرمز',
    openConsole: 'فتح لوحة التحكم',
    noClinicTitle: 'لا يوجد ما يمكن ربطه',
    noClinicText: 'لا تتيح لك أي من عياداتك ربط هذا المساعد. يمكن لمالك العيادة تغيير ذلك من لوحة التحكم.',
    returnTo: (host: string) => ['العودة إلى ', host],
    returningTitle: 'تم الربط',
    deniedTitle: 'لم يتم الربط',
    returningText: (host: string) => ['جارٍ إعادتك إلى ', host, '.'],
    waitTitle: 'لحظة من فضلك',
    waitText: 'إذا بقيت هذه الصفحة فتابع من هنا:',
    expiredTitle: 'انتهت صلاحية هذه الصفحة',
    expiredText: 'انتهى هذا الطلب: تمت الإجابة عنه أو مضى عليه أكثر من 15 دقيقة. ابدأ من جديد من مساعدك.',
    otherBrowserTitle: 'بدأ هذا الطلب في متصفح آخر',
    otherBrowserText: 'افتح الصفحة في المتصفح الذي بدأت فيه ربط المساعد. إذا أرسل إليك أحد هذا الرابط فأغلقه.',
    otherPersonTitle: 'سجّل شخص آخر الدخول في هذه الأثناء',
    otherPersonText: 'بدأ هذا الطلبَ شخص آخر. ابدأ من جديد من مساعدك.',
    forgedTitle: 'لم يأتِ هذا الطلب من صفحتنا',
    forgedText: 'لم يُسمح بأي شيء. ارجع وأعد تحميل الصفحة ثم قرّر من هناك.',
    otherClinicTitle: 'لا يمكن ربط هذه العيادة',
    otherClinicText: 'أنت لا تعمل فيها، أو أنها لا تسمح بهذا المساعد. لم يُسمح بأي شيء. ابدأ من جديد من مساعدك.',
    nothingTickedTitle: 'لم يتم اختيار شيء',
    nothingTickedText: 'لم يُسمح بأي شيء لأنه لم يتم تحديد شيء. ارجع وحدّد ما يمكن للمساعد قراءته.',
    unknownAppTitle: 'لا نعرف هذا التطبيق',
    unknownAppText:
      'هذا التطبيق غير مسجل هنا، أو طلب الرد على عنوان لم يسجله. لم تتم مشاركة أي شيء. حاول الربط من جديد من مساعدك.',
    unreadableAppTitle: 'تعذّر التحقق من هذا التطبيق',
    unreadableAppText:
      'تعذّرت قراءة وصفه المنشور على العنوان أدناه أو أنه غير سليم. لم تتم مشاركة أي شيء. حاول لاحقًا أو اسأل مطوّر التطبيق.',
    badRequestTitle: 'طلب التطبيق ما لا يمكننا تنفيذه',
    badRequestText: 'لم تتم مشاركة أي شيء. أخبر مطوّر التطبيق:',
    tooManyTitle: 'محاولات كثيرة',
    tooManyText: 'يُرجى الانتظار قليلًا ثم البدء من جديد من مساعدك.',
    troubleTitle: 'حدث خطأ لدينا',
    troubleText: 'لم تتم مشاركة أي شيء. يُرجى المحاولة بعد قليل.',
  },
} as const

export type Language = keyof typeof TEXTS
export type Texts = (typeof TEXTS)[Language]

const isLanguage = (text: unknown): text is Language => text === 'en' || text === 'ar'

/** The person's choice on the page, else their own language, else what the browser asks for first among ours. */
export function languageOf(chosen: unknown, own: unknown, acceptLanguage: string | undefined): Language {
  if (isLanguage(chosen)) return chosen
  if (isLanguage(own)) return own
  const wanted = (acceptLanguage ?? '').split(',').map(part => part.trim().slice(0, 2).toLowerCase())
  return wanted.find(isLanguage) ?? 'en'
}
