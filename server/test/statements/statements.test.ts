import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join, relative } from 'node:path'
import { before, test } from 'node:test'
import { VERSIONED } from '@clinic/contract/versions.ts'
import { ROOT } from '../runner/files.ts'
import { testDatabase } from '../support/database/database.ts'
import { type Answered, mismatches } from './checked-copy.ts'
import { type Described, describer } from './described-columns.ts'
import { PASSED_ON, sourceOf, type Written, writtenBy } from './written-statements.ts'

/** What a module imports that writes statements. */
const WRITES = /^import \{[^}]*\b(?:sql|listSource|listRecords|recordList|searchRecords)\b[^}]*\} from/m
/** A call that claims the type of rows. */
const CLAIM = new RegExp(`\\b(?:sql|listSource)<(?!${PASSED_ON}>)`, 'g')
const EXAMPLES = join(ROOT, 'server/test/statements/claims-to-compare.ts')

const sources = globSync('server/src/**/*.ts', { cwd: ROOT })
  .filter(file => !file.endsWith('.test.ts') && file !== 'server/src/db/statement.ts')
  .map(file => join(ROOT, file))
  .filter(file => WRITES.test(sourceOf(file)))

let written: Written
let described: ReadonlyMap<string, Described>
let wrong: readonly string[]

before(async () => {
  const database = await testDatabase()
  written = await writtenBy([...sources, EXAMPLES])
  const { describe, end } = await describer(database.ownerUrl)
  const each: [string, Described][] = []
  for (const text of written.texts.keys()) each.push([text, await describe(text)])
  await end()
  described = new Map(each)
  wrong = await mismatches(written.claims.map(claim => ({ ...claim, answers: answersTo(claim.texts) })))
})

const answersTo = (texts: ReadonlySet<string>): Answered['answers'] =>
  [...texts].flatMap(text => {
    const answer = described.get(text)
    return answer && 'type' in answer ? answer.type : []
  })

const ofExamples = (mismatch: string) => mismatch.startsWith(relative(ROOT, EXAMPLES))

test('PostgreSQL understands every statement', () => {
  assert.ok(written.texts.size > 250, String(written.texts.size))
  const refused = [...described].flatMap(([text, answer]) =>
    'error' in answer ? `${written.texts.get(text)}: ${answer.error}` : [],
  )
  assert.deepEqual(refused, [])
})

/** What changes rows of versioned tables and makes no version of them, by the file that says it, and why. */
const MAKES_NO_VERSION: Readonly<Record<string, string>> = {
  'server/src/domain/billing/billed-treatments.ts':
    'on which invoice a treatment stands follows from the invoice, and what is paid too',
  'server/src/domain/billing/patient-totals.ts': 'the totals of a patient follow from invoices and payments',
  'server/src/domain/books/day-close.ts': 'how far a treasury is closed follows from the closes of its days',
  'server/src/domain/claims/answered-claims.ts': 'what an insurer has answered of a claim follows from its items',
  'server/src/domain/claims/change-claim-invoices.ts': 'what a claim comes to follows from its items',
  'server/src/domain/clinical/change-quotation.ts':
    'which quotation offered a treatment last follows from the quotations',
  'server/src/domain/clinical/quotation.ts': 'how much of a quotation is done follows from its treatments',
  'server/src/domain/clinical/make-quotation.ts': 'which quotation offered a treatment last follows from the quotation',
  'server/src/domain/insurance/policy.ts': 'an insurer counts its policies',
  'server/src/domain/merges/move-rows.ts': 'in which file answers lie follows from the merge',
  'server/src/domain/merges/settle-files.ts': 'the totals of a patient follow from invoices and payments',
  'server/src/domain/patients/seal-national-ids.ts': 'a number is sealed, and stays the same',
  'server/src/domain/privacy/anonymise-patient.ts': 'what is made anonymous has no past: what was kept of it goes, too',
  'server/src/domain/privacy/lift-erasure.ts': 'what was hidden is read anew, and is what it was',
  'server/src/domain/privacy/retention.ts': 'when a file is made anonymous follows from how long files are kept',
  'server/src/domain/privacy/withheld-text.ts': 'what is withheld of a restricted file is put back as it was',
  'server/src/domain/procedures/rename-procedure-group.ts': 'the name of a group is shown with its procedures',
  'server/src/domain/tasks/close-up.ts': 'the place of a task follows from that of one that is moved past it',
  'server/src/demo/billing.ts': 'the demo begins with totals that follow from its invoices',
  'server/src/demo/claims.ts': 'the demo begins with patients whose cover is not whole',
  'server/src/demo/ledger.ts': 'the demo begins with days that are closed already',
  'server/src/demo/demo.ts': 'the demo begins with a sandbox in which plugins move the clock',
}

test('records whose versions are counted are changed by changeRecord() alone', () => {
  const changing = new RegExp(`\\b(?:update|insert into|merge into)\\s+"?(?:${VERSIONED.join('|')})"?\\b[^;]*`, 'gi')
  const ours = [...written.texts].filter(([, where]) => !where.startsWith(EXAMPLES))
  const found = ours.flatMap(([text, where]) =>
    [...text.matchAll(changing)].some(([all]) => !/^insert/i.test(all) || /on conflict[^;]*do update/i.test(all))
      ? [relative(ROOT, where).replace(/:\d+$/, '')]
      : [],
  )
  assert.deepEqual([...new Set(found)].sort(), Object.keys(MAKES_NO_VERSION).sort())
})

test('every claim about rows stands at a statement that is written when its module is loaded', () => {
  const seen = new Set(written.claims.map(({ file, start }) => `${file} ${start}`))
  const unseen = sources.flatMap(file =>
    [...sourceOf(file).matchAll(CLAIM)]
      .filter(({ index, 0: call }) => !seen.has(`${file} ${index + call.length}`))
      .map(({ index }) => `${relative(ROOT, file)}:${sourceOf(file).slice(0, index).split('\n').length}`),
  )
  assert.deepEqual(unseen, [])
})

test('what the code claims of rows is what PostgreSQL answers', () => {
  assert.deepEqual(
    wrong.filter(mismatch => !ofExamples(mismatch)),
    [],
  )
})

test('a claim that does not hold is found, one that does is not', () => {
  const found = wrong.filter(ofExamples).map(mismatch => mismatch.replace(/^.*?: /, ''))
  assert.deepEqual(found, [
    'nothing is not answered',
    'name is not claimed',
    'id has another type',
    'name_ar may be null',
    'count has another type',
    'ids has another type',
    'id is not answered',
  ])
})
