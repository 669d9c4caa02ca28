import { isolated, texts } from '../../lib/language.ts'

/** What is taken from the stock. */
export const stock = texts({
  en: {
    supplies: 'Supplies',
    lead: 'What is taken from the stock of a branch each time it is done. What is not there stops no treatment.',
    none: 'Nothing is taken from the stock of this branch.',
    branch: 'Branch',
    quantity: (name: string) => `How much of ${isolated(name)}`,
    add: 'Add from the stock',
    remove: (name: string) => `Remove ${isolated(name)}`,
    inStock: (quantity: string) => `in stock: ${isolated(quantity)}`,
    save: 'Save the supplies',
    saved: 'The supplies are saved.',
    short: (items: string) => `Not enough in stock: ${isolated(items)}. It is done all the same.`,
    missing: (name: string, quantity: string) => `${isolated(name)} (${isolated(quantity)} missing)`,
  },
  ar: {
    supplies: 'المستلزمات',
    lead: 'ما يُخصم من مخزون الفرع عند كل إنجاز. نقص المخزون لا يوقف العلاج.',
    none: 'لا يُخصم شيء من مخزون هذا الفرع.',
    branch: 'الفرع',
    quantity: (name: string) => `الكمية من ${isolated(name)}`,
    add: 'إضافة من المخزون',
    remove: (name: string) => `إزالة ${isolated(name)}`,
    inStock: (quantity: string) => `في المخزون: ${isolated(quantity)}`,
    save: 'حفظ المستلزمات',
    saved: 'حُفظت المستلزمات.',
    short: (items: string) => `المخزون لا يكفي: ${isolated(items)}. وقد تم الإنجاز رغم ذلك.`,
    missing: (name: string, quantity: string) => `${isolated(name)} (ينقص ${isolated(quantity)})`,
  },
})
