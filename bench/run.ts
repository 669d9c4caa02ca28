/** `npm run bench [-- suite …]`: starts the real product and measures it; `api` unless told. See bench/README.md. */
const suites = {
  api: () => import('./api.ts'),
  scale: () => import('./scale.ts'),
  memory: () => import('./memory.ts'),
  egress: () => import('./egress.ts'),
  webhooks: () => import('./webhooks.ts'),
  assistant: () => import('./assistant.ts'),
  oauth: () => import('./oauth.ts'),
  audit: () => import('./audit.ts'),
  search: () => import('./search.ts'),
  day: () => import('./day.ts'),
  desk: () => import('./desk.ts'),
  checkout: () => import('./checkout.ts'),
  grid: () => import('./grid.ts'),
  sdk: () => import('./sdk.ts'),
  fresh: () => import('./fresh.ts'),
  rolling: () => import('./rolling.ts'),
  restore: () => import('./restore.ts'),
  cells: () => import('./cells.ts'),
  sizes: () => import('./sizes.ts'),
} as const
type Suite = keyof typeof suites
const wanted = process.argv.slice(2).filter(name => !name.startsWith('-'))
const isSuite = (name: string): name is Suite => name in suites
const names = wanted.length > 0 ? wanted.filter(isSuite) : (['api'] as Suite[])
if (names.length < wanted.length) throw new Error(`Known suites: ${Object.keys(suites).join(', ')}`)
for (const name of names) await (await suites[name]()).run()
