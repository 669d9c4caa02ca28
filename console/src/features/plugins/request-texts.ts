import { isolated, texts } from '../../lib/language.ts'

/** What people of the clinic ask the owner to install. */
export const requestTexts = texts({
  en: {
    title: 'Asked for',
    ask: 'Ask the owner',
    askOf: (name: string) => `Ask the owner for ${isolated(name)}`,
    askLead:
      'The owners get a notice and a mail. They see what the plugin would be allowed to do before they install it.',
    note: 'What it is wanted for (optional)',
    send: 'Ask',
    asked: 'The owners are asked',
    isAsked: 'Asked for',
    decline: 'Decline',
    declineOf: (name: string) => `Decline ${isolated(name)}`,
    declined: (name: string) => `Said no to ${isolated(name)}`,
  },
  ar: {
    title: 'طلبات التثبيت',
    ask: 'اطلب من المالك',
    askOf: name => `طلب ${isolated(name)} من المالك`,
    askLead: 'يصل إلى المالكين إشعار ورسالة بريد، ويرون ما سيُسمح للإضافة به قبل تثبيتها.',
    note: 'الغرض منها (اختياري)',
    send: 'إرسال الطلب',
    asked: 'أُرسل الطلب إلى المالكين',
    isAsked: 'مطلوبة',
    decline: 'رفض',
    declineOf: name => `رفض ${isolated(name)}`,
    declined: name => `رُفض طلب ${isolated(name)}`,
  },
})
