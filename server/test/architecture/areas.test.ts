import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importsOf, SOURCES } from './sources.ts'

/**
 * The areas of the domain in their order, and which earlier ones each may import. An area that needs a later one is handed
 * what it needs as a function, or has something in it that belongs there.
 */
const AREAS: Readonly<Record<string, readonly string[]>> = {
  clinics: [],
  notices: [],
  security: [],
  providers: [],
  branches: [],
  procedures: [],
  inventory: [],
  patients: [],
  files: ['patients'],
  exports: ['files', 'security'],
  audit: ['exports', 'security'],
  feedback: ['patients'],
  insurance: ['patients'],
  labs: ['patients'],
  signatures: [],
  tasks: ['patients'],
  scheduling: ['patients'],
  practitioners: ['patients', 'scheduling'],
  hours: ['branches', 'practitioners', 'scheduling'],
  analytics: ['scheduling'],
  encounters: ['patients', 'scheduling', 'signatures'],
  loyalty: ['patients'],
  // Money: what an invoice is and how it is paid, what others do with it, and then its issue, which has them do so.
  books: [],
  billing: ['books', 'loyalty', 'notices', 'patients', 'providers'],
  // What patients open by a link, and what of it is signed.
  links: [],
  forms: ['links', 'patients', 'signatures'],
  clinical: ['billing', 'insurance', 'inventory', 'labs', 'links', 'patients', 'signatures'],
  leads: ['patients'],
  claims: ['billing', 'books'],
  reports: ['claims'],
  einvoices: ['billing', 'clinics', 'patients'],
  invoicing: ['billing', 'claims', 'einvoices', 'patients'],
  receipts: ['billing', 'einvoices', 'links', 'patients'],
  checkout: [...['audit', 'billing', 'clinical', 'insurance', 'invoicing', 'loyalty', 'patients', 'scheduling']],
  merges: ['billing', 'labs', 'loyalty', 'patients', 'scheduling'],
  conversations: [],
  messaging: ['conversations', 'patients', 'providers'],
  'patient-links': [
    ...['billing', 'clinical', 'feedback', 'forms', 'links', 'messaging', 'patients', 'receipts', 'signatures'],
  ],
  reminders: ['messaging', 'providers', 'scheduling', 'tasks'],
  webhooks: [],
  plugins: ['notices', 'security', 'webhooks'],
  assistants: [],
  staff: ['assistants', 'security'],
  publishers: ['plugins', 'staff', 'webhooks'],
  exams: ['audit', 'plugins', 'publishers', 'webhooks'],
  mail: ['staff'],
  privacy: ['exports', 'files', 'patients', 'security', 'signatures'],
  // Does what every other area does.
  sandbox: [
    ...[
      'audit',
      'billing',
      'books',
      'branches',
      'claims',
      'clinical',
      'conversations',
      'einvoices',
      'encounters',
      'exams',
    ],
    ...[
      'exports',
      'feedback',
      'files',
      'forms',
      'insurance',
      'inventory',
      'invoicing',
      'labs',
      'leads',
      'loyalty',
      'messaging',
      'patients',
      'plugins',
    ],
    ...['practitioners', 'providers', 'publishers', 'scheduling', 'tasks', 'webhooks'],
  ],
}

const areaOf = (file: string): string | undefined => /^server\/src\/domain\/([^/]+)\//.exec(file)?.[1]

test('areas of the domain import each other in one direction', () => {
  const order = Object.keys(AREAS)
  const backwards = Object.entries(AREAS).flatMap(([area, earlier]) =>
    earlier.filter(other => !order.slice(0, order.indexOf(area)).includes(other)).map(other => `${area} → ${other}`),
  )
  assert.deepEqual(backwards, [], 'An area names only areas above it.')
  const found = SOURCES.flatMap(file => {
    const area = areaOf(file)
    if (area === undefined) return []
    const others = importsOf(file).flatMap(name => areaOf(name) ?? [])
    return others.filter(other => other !== area).map(other => ({ file, area, other }))
  })
  assert.deepEqual(
    found.flatMap(({ file, area, other }) => (AREAS[area]?.includes(other) ? [] : [`${file} imports ${other}`])),
    [],
  )
  const unused = Object.entries(AREAS).flatMap(([area, earlier]) =>
    earlier.filter(other => !found.some(one => one.area === area && one.other === other)).map(other => [area, other]),
  )
  assert.deepEqual(unused, [], 'What is no longer imported need not be allowed.')
  const areas = new Set(SOURCES.flatMap(file => areaOf(file) ?? []))
  assert.deepEqual(order.toSorted(), [...areas].sort(), 'Every area has its place in AREAS.')
})
