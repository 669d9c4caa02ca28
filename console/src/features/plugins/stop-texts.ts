import { isolated, plural, texts } from '../../lib/language.ts'

/** Stopping all plugins of the clinic, and what was missed meanwhile. */
export const stopTexts = texts({
  en: {
    stopAll: 'Stop all plugins',
    stopTitle: 'Stop all plugins of this clinic?',
    stopLead:
      'From the next request on every plugin is refused and nothing is sent to any. What they are about to finish is finished. Keys, settings and addresses stay.',
    reason: 'Reason (optional)',
    stopped: 'All plugins are stopped',
    bar: (moment: string) => `All plugins of this clinic have been stopped since ${isolated(moment)}.`,
    why: (reason: string) => `Reason: ${isolated(reason)}`,
    start: 'Start again',
    started: 'The plugins go on',
    missed: (count: number, orMore: boolean) =>
      orMore
        ? `The plugins missed ${isolated(`${count}+`)} events meanwhile.`
        : plural('en', count, {
            one: 'The plugins missed # event meanwhile.',
            other: 'The plugins missed # events meanwhile.',
          }),
    recover: (count: number, orMore: boolean) =>
      orMore
        ? `Recover ${isolated(`${count}+`)} events`
        : plural('en', count, { one: 'Recover # event', other: 'Recover # events' }),
    recovering: 'Being delivered again',
    dismiss: 'Leave them out',
  },
  ar: {
    stopAll: 'إيقاف جميع الإضافات',
    stopTitle: 'هل تريد إيقاف جميع إضافات هذه العيادة؟',
    stopLead:
      'تُرفض طلبات جميع الإضافات ابتداءً من الطلب التالي ولا يُرسل إليها شيء. يكتمل ما بدأ تنفيذه، وتبقى المفاتيح والإعدادات والعناوين.',
    reason: 'السبب (اختياري)',
    stopped: 'أُوقفت جميع الإضافات',
    bar: moment => `جميع إضافات هذه العيادة متوقفة منذ ${isolated(moment)}.`,
    why: reason => `السبب: ${isolated(reason)}`,
    start: 'التشغيل من جديد',
    started: 'استأنفت الإضافات العمل',
    missed: (count, orMore) =>
      orMore
        ? `فات الإضافات ${isolated(`${count}+`)} حدث في هذه الأثناء.`
        : plural('ar', count, {
            zero: 'لم يفت الإضافات أي حدث.',
            one: 'فات الإضافات حدث واحد في هذه الأثناء.',
            two: 'فات الإضافات حدثان في هذه الأثناء.',
            few: 'فات الإضافات # أحداث في هذه الأثناء.',
            many: 'فات الإضافات # حدثًا في هذه الأثناء.',
            other: 'فات الإضافات # حدث في هذه الأثناء.',
          }),
    recover: (count, orMore) =>
      orMore
        ? `استعادة ${isolated(`${count}+`)} حدث`
        : plural('ar', count, {
            one: 'استعادة حدث واحد',
            two: 'استعادة حدثين',
            few: 'استعادة # أحداث',
            many: 'استعادة # حدثًا',
            other: 'استعادة # حدث',
          }),
    recovering: 'يُعاد التسليم الآن',
    dismiss: 'تجاهلها',
  },
})
