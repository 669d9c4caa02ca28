/** `npm run conformance [-- suite …]`: lets the protocol's own suites judge the real product; all of them unless told. */
const suites = {
  authorization: () => import('./authorization.ts'),
  server: () => import('./server.ts'),
  fixtures: () => import('./fixtures.ts'),
} as const
type Suite = keyof typeof suites
const isSuite = (name: string): name is Suite => name in suites
const wanted = process.argv.slice(2)
const names = wanted.length > 0 ? wanted.filter(isSuite) : Object.keys(suites).filter(isSuite)
if (names.length < wanted.length) throw new Error(`Known suites: ${Object.keys(suites).join(', ')}`)
for (const name of names) if (!(await (await suites[name]()).run())) process.exitCode = 1
