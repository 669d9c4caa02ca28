import type { Page } from '../print/reference.ts'

/** A group of the side bar, in both languages, with its pages in their order. */
interface Group {
  readonly title: { readonly en: string; readonly ar: string }
  readonly pages: readonly string[]
  readonly isFolded?: boolean
}

const below = (folder: string, ...names: readonly string[]): string[] => names.map(name => `${folder}/${name}`)

const WRITTEN: readonly Group[] = [
  {
    title: { en: 'Start', ar: 'البداية' },
    pages: [
      'index',
      ...below(
        'tutorials',
        'first-plugin',
        'first-webhook',
        'recall-bot',
        'accounting-export',
        'lab-portal',
        'assistant',
      ),
    ],
  },
  {
    title: { en: 'How to', ar: 'كيف' },
    pages: below(
      'guides',
      ...['installing', 'manifest', 'settings', 'tokens', 'command-line', 'sandbox'],
      ...['webhooks', 'receive', 'dedupe', 'recover', 'sync'],
      ...['booking', 'payments', 'upload', 'exam'],
    ),
  },
  {
    title: { en: 'Understand', ar: 'للفهم' },
    pages: [...below('explain', 'thin-events', 'exactly-once', 'money', 'clinic-time', 'isolation'), 'guides/limits'],
  },
  {
    title: { en: 'For clinics and operators', ar: 'للعيادات والمشغّلين' },
    pages: [
      'explain/consent-and-scopes',
      ...below('guides', 'disclosure', 'operating', 'deploying', 'upgrading', 'traces', 'backups', 'runbook'),
      'explain/many-clinics',
      'explain/what-cells-share',
      'explain/a-clinics-day',
      'settings',
      'metrics',
    ],
  },
]

const slugs = (pages: readonly Page[], belongs: (path: string) => boolean): string[] =>
  pages.map(({ path }) => path).filter(belongs)

/** The families that are printed, each group as it is found. */
const printed = (pages: readonly Page[]): Group[] => [
  {
    title: { en: 'Reference', ar: 'المرجع' },
    pages: ['reference', 'events', 'errors', 'scopes', 'changelog'],
  },
  {
    title: { en: 'Operations', ar: 'العمليات' },
    pages: slugs(pages, path => path.startsWith('reference/')),
  },
  ...[
    ['publisher', { en: 'Publishers', ar: 'الناشرون' }] as const,
    ['staff', { en: 'The console', ar: 'لوحة العيادة' }] as const,
    ['platform', { en: 'The platform', ar: 'المنصة' }] as const,
  ].map(([name, title]) => ({
    ...{ title, isFolded: true },
    pages: slugs(pages, path => path === name || path.startsWith(`${name}/`)),
  })),
]

/** As Starlight takes it. A page that is not listed fails the build, and so does one that is not there. */
export function sidebarOf(pages: readonly Page[]) {
  const groups = [...WRITTEN, ...printed(pages)]
  const listed = groups.flatMap(group => group.pages)
  const lost = pages.map(({ path }) => path).filter(path => !path.startsWith('ar/') && !listed.includes(path))
  if (lost.length > 0) throw new Error(`Nothing leads to ${lost.join(', ')}: name them in sidebar.ts.`)
  return groups.map(({ title, pages: paths, isFolded = false }) => ({
    ...{ label: title.en, translations: { ar: title.ar }, collapsed: isFolded },
    items: paths.map(slug => ({ slug })),
  }))
}
