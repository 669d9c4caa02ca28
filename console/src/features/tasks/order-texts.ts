import { isolated, texts } from '../../lib/language.ts'

const n = (number: number) => isolated(String(number))

/** How tasks are put in another order. */
export const orderTexts = texts({
  en: {
    place: 'Place in the list',
    placeOf: (place: number, of: number) => `${n(place)} of ${n(of)}`,
    taken: (title: string, place: number, of: number) =>
      `${isolated(title)}: taken up, place ${n(place)} of ${n(of)}. The arrows move it, Enter puts it down, Escape puts it back.`,
    over: (title: string, place: number, of: number) => `${isolated(title)}: place ${n(place)} of ${n(of)}`,
    put: (title: string, place: number, of: number) => `${isolated(title)} is now at place ${n(place)} of ${n(of)}.`,
    stayed: (title: string, place: number, of: number) => `${isolated(title)} stays at place ${n(place)} of ${n(of)}.`,
    move: (title: string) => `Move: ${isolated(title)}`,
    up: 'Move up',
    down: 'Move down',
    toTop: 'Move to the top',
    toEnd: 'Move to the end',
  },
  ar: {
    place: 'الترتيب في القائمة',
    placeOf: (place, of) => `${n(place)} من ${n(of)}`,
    taken: (title, place, of) =>
      `رُفعت ${isolated(title)}، وهي في الموضع ${n(place)} من ${n(of)}. تنقلها الأسهم، ويضعها Enter، ويعيدها Escape.`,
    over: (title, place, of) => `${isolated(title)}: الموضع ${n(place)} من ${n(of)}`,
    put: (title, place, of) => `أصبحت ${isolated(title)} في الموضع ${n(place)} من ${n(of)}.`,
    stayed: (title, place, of) => `بقيت ${isolated(title)} في الموضع ${n(place)} من ${n(of)}.`,
    move: title => `نقل: ${isolated(title)}`,
    up: 'نقل إلى الأعلى',
    down: 'نقل إلى الأسفل',
    toTop: 'نقل إلى أول القائمة',
    toEnd: 'نقل إلى آخر القائمة',
  },
})
