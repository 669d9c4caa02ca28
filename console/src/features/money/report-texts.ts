import { isolated, plural, texts } from '../../lib/language.ts'

/** Reports to the tax authority. */
export const reporting = texts({
  en: {
    reports: 'E-invoices',
    reportsLead: 'Correct the invoice where it says so, then report it again.',
    reportsShown: 'Which e-invoices',
    reportViews: { '': 'To report again', WAITING: 'Waiting for an answer', REPORTED: 'Reported' },
    noReports: {
      '': 'No e-invoice is to be reported again.',
      WAITING: 'No e-invoice waits for an answer.',
      REPORTED: 'No e-invoice was reported yet.',
    },
    unanswered: (count: number) =>
      plural('en', count, {
        one: '# report was never answered. It is sent no more until you report it again.',
        other: '# reports were never answered. They are sent no more until you report them again.',
      }),
    tried: (count: number) =>
      plural('en', count, {
        one: 'Tried # time, the last answer was:',
        other: 'Tried # times, the last answer was:',
      }),
    triedInVain: (count: number) =>
      plural('en', count, {
        one: 'Tried # time, without any answer.',
        other: 'Tried # times, the last one without any answer.',
      }),
    document: 'Document',
    waiting: (count: number) =>
      plural('en', count, {
        one: '# report has no answer of the tax authority yet. Waiting since:',
        other: '# reports have no answer of the tax authority yet. The oldest waits since:',
      }),
    retries: 'Nothing is lost: they are sent again by themselves.',
    retry: 'Report again',
    retried: 'It is being reported again.',
    openInvoice: (number: number) => `Open invoice ${isolated(String(number))}`,
    ofNote: (number: number) => `Credit note ${isolated(String(number))}`,
    attempt: (number: number) => `Attempt ${isolated(String(number))}`,
    authority: 'The authority says:',
    canceledReport: 'The report was canceled before it was sent.',
    rules: {
      amounts: 'The amounts do not add up as the authority computes them.',
      seller: 'The VAT number of the clinic is not valid. It is set in the settings of the clinic.',
      buyer: 'The patient is exempt from VAT and the file has no national ID.',
      other: 'The authority does not accept the invoice.',
    },
  },
  ar: {
    reports: 'الفواتير الإلكترونية',
    reportsLead: 'صحّح الفاتورة حيث يُذكر ذلك، ثم أعد الإبلاغ عنها.',
    reportsShown: 'أي الفواتير الإلكترونية',
    reportViews: { '': 'يُعاد الإبلاغ عنها', WAITING: 'تنتظر الرد', REPORTED: 'أُبلغ عنها' },
    noReports: {
      '': 'لا فاتورة إلكترونية يلزم الإبلاغ عنها ثانية.',
      WAITING: 'لا فاتورة إلكترونية تنتظر الرد.',
      REPORTED: 'لم يُبلَغ عن أي فاتورة إلكترونية بعد.',
    },
    unanswered: count =>
      plural('ar', count, {
        zero: 'لا بلاغ بقي دون رد.',
        one: 'بلاغ واحد لم ترد عليه الهيئة قط، ولن يُرسل حتى تعيد الإبلاغ.',
        two: 'بلاغان لم ترد عليهما الهيئة قط، ولن يُرسلا حتى تعيد الإبلاغ.',
        few: '# بلاغات لم ترد عليها الهيئة قط، ولن تُرسل حتى تعيد الإبلاغ.',
        many: '# بلاغًا لم ترد عليها الهيئة قط، ولن تُرسل حتى تعيد الإبلاغ.',
        other: '# بلاغ لم ترد عليها الهيئة قط، ولن تُرسل حتى تعيد الإبلاغ.',
      }),
    tried: count =>
      plural('ar', count, {
        zero: 'لم تُجرَّب بعد، وآخر رد:',
        one: 'جُرّبت مرة واحدة، وآخر رد:',
        two: 'جُرّبت مرتين، وآخر رد:',
        few: 'جُرّبت # مرات، وآخر رد:',
        many: 'جُرّبت # مرة، وآخر رد:',
        other: 'جُرّبت # مرة، وآخر رد:',
      }),
    triedInVain: count =>
      plural('ar', count, {
        zero: 'لم تُجرَّب بعد.',
        one: 'جُرّبت مرة واحدة دون أي رد.',
        two: 'جُرّبت مرتين، والأخيرة دون أي رد.',
        few: 'جُرّبت # مرات، والأخيرة دون أي رد.',
        many: 'جُرّبت # مرة، والأخيرة دون أي رد.',
        other: 'جُرّبت # مرة، والأخيرة دون أي رد.',
      }),
    document: 'المستند',
    waiting: count =>
      plural('ar', count, {
        zero: 'لا بلاغ ينتظر رد الهيئة.',
        one: 'بلاغ واحد لم ترد عليه الهيئة بعد. ينتظر منذ:',
        two: 'بلاغان لم ترد عليهما الهيئة بعد. أقدمهما ينتظر منذ:',
        few: '# بلاغات لم ترد عليها الهيئة بعد. أقدمها ينتظر منذ:',
        many: '# بلاغًا لم ترد عليها الهيئة بعد. أقدمها ينتظر منذ:',
        other: '# بلاغ لم ترد عليها الهيئة بعد. أقدمها ينتظر منذ:',
      }),
    retries: 'لا يضيع شيء، فهي تُرسل ثانية تلقائيًا.',
    retry: 'إعادة الإبلاغ',
    retried: 'يجري الإبلاغ ثانية.',
    openInvoice: number => `فتح الفاتورة ${isolated(String(number))}`,
    ofNote: number => `إشعار دائن ${isolated(String(number))}`,
    attempt: number => `المحاولة ${isolated(String(number))}`,
    authority: 'تقول الهيئة:',
    canceledReport: 'أُلغي الإبلاغ قبل إرساله.',
    rules: {
      amounts: 'المبالغ لا تتطابق مع حساب الهيئة.',
      seller: 'الرقم الضريبي للعيادة غير صحيح، ويُضبط في إعدادات العيادة.',
      buyer: 'المريض معفى من الضريبة ولا رقم هوية في ملفه.',
      other: 'لم تقبل الهيئة الفاتورة.',
    },
  },
})
