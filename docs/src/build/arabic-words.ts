import type { StarlightPlugin } from '@astrojs/starlight/types'

/** What Starlight says in English on Arabic pages as well unless it is told. */
const WORDS = {
  'heading.anchorLabel': 'القسم «{{title}}»',
  'pagefind.clear_search': 'مسح',
  'pagefind.load_more': 'المزيد من النتائج',
  'pagefind.search_label': 'ابحث في التوثيق',
  'pagefind.filters_label': 'تصفية',
  'pagefind.zero_results': 'لا نتائج عن [SEARCH_TERM]',
  'pagefind.many_results': 'عدد النتائج عن [SEARCH_TERM]: [COUNT]',
  'pagefind.one_result': 'نتيجة واحدة عن [SEARCH_TERM]',
  'pagefind.alt_search': 'لا نتائج عن [SEARCH_TERM]. هذه نتائج [DIFFERENT_TERM]',
  'pagefind.search_suggestion': 'لا نتائج عن [SEARCH_TERM]. جرّب إحدى هذه الكلمات:',
  'pagefind.searching': 'جارٍ البحث عن [SEARCH_TERM]…',
}

export const arabicWords: StarlightPlugin = {
  name: 'arabic-words',
  hooks: {
    'i18n:setup': ({ injectTranslations }) => injectTranslations({ ar: WORDS }),
    // Starlight takes no plugin without it.
    'config:setup': () => undefined,
  },
}
