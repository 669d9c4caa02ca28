import { plural } from './language.ts'

/** A number of minutes in words. */
export const minutesWords = {
  en: (count: number): string => plural('en', count, { one: '# minute', other: '# minutes' }),
  ar: (count: number): string =>
    plural('ar', count, {
      zero: 'بلا دقائق',
      one: 'دقيقة واحدة',
      two: 'دقيقتان',
      few: '# دقائق',
      many: '# دقيقة',
      other: '# دقيقة',
    }),
}
