import { isolated, plural, texts } from '../../lib/language.ts'

/** The room of the desk: who is expected, who is there, who has been seen to. */
export const flow = texts({
  en: {
    title: 'Flow',
    lead: 'Today, from the door to the chair.',
    newVisit: 'New appointment',
    walkIn: 'Walk-in',
    waitList: 'Wait list',
    columns: {
      expected: 'Expected',
      checkedIn: 'Checked in',
      waiting: 'Waiting',
      inChair: 'In chair',
      done: 'Done',
    },
    none: {
      expected: 'Nobody else is expected today.',
      checkedIn: 'Nobody has just come.',
      waiting: 'Nobody waits.',
      inChair: 'No chair is taken.',
      done: 'No visit is over yet.',
    },
    rest: (count: number) =>
      plural('en', count, { one: '# visit canceled or missed', other: '# visits canceled or missed' }),
    stillOpen: (count: number) =>
      plural('en', count, {
        one: 'The branch has closed, and # visit is still open. Complete it, or say that nobody came.',
        other: 'The branch has closed, and # visits are still open. Complete them, or say that nobody came.',
      }),
    booked: (time: string) => `Booked ${isolated(time)}`,
    cameWithout: 'Walk-in',
    late: (minutes: number) => `${isolated(minutes)} min late`,
    waits: (minutes: number) => `waits ${isolated(minutes)} min`,
    chair: (minutes: number) => `${isolated(minutes)} min in the chair`,
    arrived: (name: string, time: string) => `${isolated(name)} has arrived (visit at ${isolated(time)}).`,
  },
  ar: {
    title: 'حركة المرضى',
    lead: 'اليوم، من الباب إلى الكرسي.',
    newVisit: 'موعد جديد',
    walkIn: 'مريض بلا موعد',
    waitList: 'قائمة الانتظار',
    columns: {
      expected: 'متوقعون',
      checkedIn: 'حضروا',
      waiting: 'ينتظرون',
      inChair: 'على الكرسي',
      done: 'انتهوا',
    },
    none: {
      expected: 'لا يُتوقع حضور أحد آخر اليوم.',
      checkedIn: 'لم يحضر أحد للتو.',
      waiting: 'لا أحد ينتظر.',
      inChair: 'لا كرسي مشغول.',
      done: 'لم تنته أي زيارة بعد.',
    },
    rest: count =>
      plural('ar', count, {
        zero: 'لا زيارات ملغاة أو فائتة',
        one: 'زيارة واحدة ملغاة أو فائتة',
        two: 'زيارتان ملغاتان أو فائتتان',
        few: '# زيارات ملغاة أو فائتة',
        many: '# زيارة ملغاة أو فائتة',
        other: '# زيارة ملغاة أو فائتة',
      }),
    stillOpen: count =>
      plural('ar', count, {
        zero: 'أُغلق الفرع ولا توجد زيارات مفتوحة.',
        one: 'أُغلق الفرع وما زالت زيارة واحدة مفتوحة. أنهها، أو سجل أن المريض لم يحضر.',
        two: 'أُغلق الفرع وما زالت زيارتان مفتوحتين. أنههما، أو سجل أن المريض لم يحضر.',
        few: 'أُغلق الفرع وما زالت # زيارات مفتوحة. أنهها، أو سجل أن المريض لم يحضر.',
        many: 'أُغلق الفرع وما زالت # زيارة مفتوحة. أنهها، أو سجل أن المريض لم يحضر.',
        other: 'أُغلق الفرع وما زالت # زيارة مفتوحة. أنهها، أو سجل أن المريض لم يحضر.',
      }),
    booked: time => `محجوز ${isolated(time)}`,
    cameWithout: 'بلا موعد',
    late: minutes => `متأخر ${isolated(minutes)} د`,
    waits: minutes => `ينتظر منذ ${isolated(minutes)} د`,
    chair: minutes => `على الكرسي منذ ${isolated(minutes)} د`,
    arrived: (name, time) => `حضر ${isolated(name)} (الزيارة في ${isolated(time)}).`,
  },
})
