import { isolated, texts } from '../../lib/language.ts'

/** Why an installation needs its publisher's attention, or is stopped. */
export const installationHealthTexts = texts({
  en: {
    health: 'Health',
    causes: {
      all_stopped: 'The clinic has stopped all of its plugins.',
      suspended: 'The clinic has suspended it. Only the clinic starts it again.',
      held: 'You or the platform have stopped it in every clinic.',
      endpoint_disabled: 'An endpoint is switched off: look at it under Endpoints.',
      requests_failed: 'More than a fifth of its requests in the last hour failed: look at them under Requests.',
      delivery_late: 'A delivery has been waiting for more than 10 minutes: look at it under Deliveries.',
      patient_limit:
        'It has used four fifths of the patients that it may be shown today. Beyond them reads are refused until midnight.',
      token_ends: 'A key ends within 14 days: replace it under Keys, if the clinic has handed the keys over to you.',
      update_waits: 'An update waits for the approval of the clinic.',
      unused: 'It has not been used for 30 days.',
    },
    tokenEnds: 'The next key ends',
    patients: 'Patients today',
    ofDay: (percent: number) => `At least ${isolated(percent)}% of what it may be shown`,
    notTold: 'Not told in the week after installing',
  },
  ar: {
    health: 'حالة العمل',
    causes: {
      all_stopped: 'أوقفت العيادة جميع إضافاتها.',
      suspended: 'أوقفتها العيادة مؤقتًا، ولا يعيد تشغيلها غيرها.',
      held: 'أوقفتها أنت أو المنصة في جميع العيادات.',
      endpoint_disabled: 'أحد العناوين متوقف: راجعه في قسم العناوين.',
      requests_failed: 'فشل أكثر من خُمس طلباتها في الساعة الأخيرة: راجعها في قسم الطلبات.',
      delivery_late: 'ينتظر أحد التسليمات أكثر من 10 دقائق: راجعه في قسم التسليم.',
      patient_limit: 'بلغت أربعة أخماس المرضى المسموح بعرض سجلاتهم عليها اليوم، وبعدها تُرفض القراءة حتى منتصف الليل.',
      token_ends: 'ينتهي أحد المفاتيح خلال 14 يومًا: استبدله في قسم المفاتيح إن كانت العيادة قد سلّمتها إليك.',
      update_waits: 'تحديث ينتظر موافقة العيادة.',
      unused: 'لم تُستخدم منذ 30 يومًا.',
    },
    tokenEnds: 'انتهاء المفتاح التالي',
    patients: 'المرضى اليوم',
    ofDay: percent => `${isolated(percent)}٪ على الأقل مما يُسمح بعرضه عليها`,
    notTold: 'لا يُذكر في الأسبوع الأول بعد التثبيت',
  },
})
