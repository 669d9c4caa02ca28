import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { atEnd } from '../../test/support/at-end.ts'
import { ask } from '../../test/support/database/ask.ts'
import { testDatabase } from '../../test/support/database/database.ts'
import { circular, codeOf, FAILURES, newText } from '../../test/support/database/failures.ts'
import { SESSIONS } from '../../test/support/database/sessions.ts'
import { eventually } from '../../test/support/eventually.ts'
import { DatabaseUnreachable } from './database-errors.ts'
import type { Row } from './driver.ts'
import { DRIVERS } from './drivers.ts'
import { type Statement, sql } from './statement.ts'

const { ownerUrl } = await testDatabase()
await ask(ownerUrl, 'create table note (id integer primary key, text text)')
beforeEach(() => ask(ownerUrl, 'truncate note'))

const one = sql('select 1 as one')([])
const add = sql('insert into note values ($1, $2)')
const count = sql('select count(*)::int as count from note')([])
const numbers = sql('select n, n::text as text from generate_series(1, $1) n')
const echo = sql('select $1::text as text, $2::int as int, $3::text[] as list, null as nothing')
const divide = sql('select 1 / $1::int as share')

/** A step of a random group, with what it must answer: rows, or the code of its failure. */
interface Step {
  statement: Statement
  rows?: Row[]
  code?: string
}
const fails = fc.constantFrom(...Object.values(FAILURES)).map(({ code, make }): Step => ({ statement: make(), code }))
const succeeds: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(
      fc.string({ unit: 'grapheme' }).map(text => text.replaceAll('\0', '')),
      fc.integer({ min: -99, max: 99 }),
    )
    .map(([text, int]) => ({
      statement: echo([text, int, [text]]),
      rows: [{ text, int, list: [text], nothing: null }],
    })),
  fc.nat(4).map(n => ({
    statement: numbers([n]),
    rows: Array.from({ length: n }, (_, i) => ({ n: i + 1, text: String(i + 1) })),
  })),
  fc.integer({ min: 1, max: 9 }).map(n => ({ statement: divide([n]), rows: [{ share: Math.trunc(1 / n) }] })),
  fc.nat(9).map(n => ({
    statement: sql(`select $1::int as rare${n}, ${n}::bigint as big`)([n]),
    rows: [{ [`rare${n}`]: n, big: n }],
  })),
)
const step = fc.oneof({ weight: 5, arbitrary: succeeds }, { weight: 1, arbitrary: fails })

for (const [name, driver] of Object.entries(DRIVERS)) {
  const open = (many: number, of = name) => driver.connections(ownerUrl, of, many)
  const connections = open(3)
  const runAll = (statements: readonly Statement[]) =>
    connections.run(...statements.slice(0, -1), statements.at(-1) ?? assert.fail('nothing to run'))
  atEnd(() => connections.close())
  const notes = async () => (await connections.run(count))[0]?.count

  test(`${name}: what runs together is one transaction, which answers the rows of its last statement`, async () => {
    const both = () => connections.run(add([newText(), 'one']), sql('select count(*)::int as count from note')([]))
    assert.deepEqual(await both(), [{ count: 1 }])
    assert.deepEqual(await both(), [{ count: 2 }])
    assert.deepEqual(await connections.run(numbers([2]), add([newText(), 'two'])), [])
    assert.equal(await connections.count(sql('update note set text = null')([])), 3)
    assert.equal(await connections.count(numbers([4])), 4)
    const local = sql("select set_config('app.company', 'cli_1', true)")([])
    const company = sql("select current_setting('app.company', true) as company")([])
    assert.deepEqual(await connections.run(local, company), [{ company: 'cli_1' }])
    for (let n = 0; n < 6; n++) assert.equal((await connections.run(company))[0]?.company || null, null)
  })

  for (const [stage, { code, make }] of Object.entries(FAILURES)) {
    test(`${name}: a failure at ${stage} undoes what runs with it and leaves every statement usable`, async () => {
      for (const place of [0, 1, 2]) {
        const fresh = sql(`insert into note values ($1, 'fresh ${newText()}') returning id`)
        const failing = make()
        const group: Statement[] = [fresh([1]), add([2, 'two'])]
        await assert.rejects(runAll(group.toSpliced(place, 0, failing)), { code })
        assert.equal(await notes(), 0)
        await assert.rejects(connections.run(failing), { code })
        assert.deepEqual(await connections.run(add([2, 'two']), fresh([1])), [{ id: 1 }])
        assert.equal(await notes(), 2)
        await ask(ownerUrl, 'truncate note')
      }
    })
  }

  test(`${name}: callers on one connection do not suffer from one that fails before them`, async () => {
    const single = open(1)
    try {
      const fresh = sql(`select $1::int as number, ${newText()} as text`)
      const failed = single.run(divide([0]), fresh([0]))
      const others = Array.from({ length: 50 }, (_, n) => single.run(fresh([n])))
      await assert.rejects(failed, { code: '22012' })
      assert.deepEqual(
        (await Promise.all(others)).map(([row]) => row?.number),
        Array.from({ length: 50 }, (_, n) => n),
      )
    } finally {
      await single.close()
    }
  })

  test(`${name}: whatever is asked together and fails in between, every caller gets its own answer`, async () => {
    const group = fc.array(step, { minLength: 1, maxLength: 4 })
    const property = fc.asyncProperty(fc.array(group, { minLength: 1, maxLength: 40 }), async groups => {
      const answers = await Promise.all(
        groups.map((steps): Promise<unknown> => runAll(steps.map(({ statement }) => statement)).catch(codeOf)),
      )
      for (const [index, steps] of groups.entries()) {
        const expected: unknown = steps.find(({ code }) => code)?.code ?? steps.at(-1)?.rows
        assert.deepEqual(answers[index], expected)
      }
    })
    await fc.assert(property, { numRuns: 60 })
  })

  test(`${name}: whatever a list of texts holds, it arrives as it was sent`, () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.option(fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', ',', ' ', '\n', 'a', 'é', 'NULL') })),
        ),
        async list => assert.deepEqual((await connections.run(echo(['', 0, list])))[0]?.list, list),
      ),
    ))

  test(`${name}: a value that cannot be sent fails alone, and no answer goes astray`, async () => {
    for (const bad of [circular, { big: 1n }]) {
      const asked = [1, 2, 3, 4].map(n =>
        n === 2 ? connections.run(add([n, 'lost']), echo([bad, n, []])) : connections.run(echo(['ok', n, []])),
      )
      const answers = await Promise.all(asked.map(answer => answer.then(([row]) => row?.int, codeOf)))
      assert.deepEqual(answers, [1, 'TypeError', 3, 4])
      assert.equal(await notes(), 0)
      assert.equal((await connections.run(echo(['after', 5, []])))[0]?.int, 5)
    }
  })

  test(`${name}: a connection ended by the server fails what was under way, and is replaced`, async () => {
    const single = open(1, `victim ${name}`)
    try {
      await single.run(echo(['before', 0, []]))
      const sleeping = single.run(sql('select pg_sleep(20)')([])).catch(codeOf)
      await ask(ownerUrl, `select pg_terminate_backend(pid) from ${SESSIONS} where application_name = 'victim ${name}'`)
      assert.equal(await sleeping, '57P01')
      await eventually<unknown>(() => single.run(echo(['after', 2, []])).then(([row]) => row?.int, codeOf), 2)
    } finally {
      await single.close()
    }
  })

  test(`${name}: columns that change under a prepared statement are read anew, and no caller notices`, async () => {
    const table = `changing_${name}`
    const all = sql(`select * from ${table}`)
    await ask(ownerUrl, `create table ${table} (a integer); insert into ${table} values (1)`)
    const CHANGES: [string, Row][] = [
      ['select 1', { a: 1 }],
      [`alter table ${table} add column b text default 'x'`, { a: 1, b: 'x' }],
      [`alter table ${table} alter column a type text`, { a: '1', b: 'x' }],
      [`alter table ${table} drop column b`, { a: '1' }],
      [`alter table ${table} rename column a to c`, { c: '1' }],
    ]
    for (const [change, row] of CHANGES) {
      await ask(ownerUrl, change)
      for (const [shown] of await Promise.all([1, 2, 3, 4, 5, 6].map(() => connections.run(all([])))))
        assert.deepEqual(shown, row)
    }
  })

  test(`${name}: a database that cannot be reached is reported as such`, async () => {
    const nowhere = driver.connections('postgres://nobody@127.0.0.1:1/nothing', 'nowhere', 1)
    await assert.rejects(nowhere.run(one), DatabaseUnreachable)
    await nowhere.close()
  })

  test(`${name}: connections that are closed while they are being made are closed all the same`, async () => {
    const hasty = open(2, 'hasty')
    const answers = Promise.allSettled([hasty.run(one), hasty.run(one)])
    await hasty.close()
    await answers
    await assert.rejects(hasty.run(one), DatabaseUnreachable)
  })
}
