import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import fc from 'fast-check'
import pg from 'pg'
import { atEnd } from '../../../test/support/at-end.ts'
import { ask } from '../../../test/support/database/ask.ts'
import { testDatabase } from '../../../test/support/database/database.ts'
import { SESSIONS } from '../../../test/support/database/sessions.ts'
import { type Statement, sql } from '../statement.ts'
import { pgTypes } from '../types.ts'
import type { Row } from './row-reader.ts'
import { type Result, sendGroup } from './send-group.ts'
import { SharedConnections } from './shared-connections.ts'

const { ownerUrl } = await testDatabase()
const lanes = new SharedConnections(ownerUrl, 'lanes', 3)
const client = await connect()
atEnd(async () => {
  await client.end()
  await lanes.close()
})

async function connect(): Promise<pg.Client> {
  const config = { connectionString: ownerUrl, types: pgTypes, pipeline: true }
  const made = new pg.Client(config)
  made.on('error', () => undefined)
  await made.connect()
  return made
}

await ask(ownerUrl, 'create table note (id integer primary key, text text)')
beforeEach(() => ask(ownerUrl, 'truncate note'))

const add = sql('insert into note values ($1, $2)')
const addReturning = sql('insert into note values ($1, $2) returning *')
const count = sql('select count(*)::int as count from note')([])
const numbers = sql('select n, n::text as text from generate_series(1, $1) n')
const echo = sql('select $1::text as text, $2::int as int, $3::text[] as list, null as nothing')
const divide = sql('select 1 / $1::int as share')
const [BEGIN, COMMIT, ROLLBACK] = ['begin', 'commit', 'rollback'].map(text => sql(text)([])) as [
  Statement,
  Statement,
  Statement,
]

const last = (results: Result[]): Row[] | undefined => results.at(-1)?.rows
const notes = async () => last(await sendGroup(client, [count]))?.[0]?.count
const codeOf = (error: unknown) => (error as { code?: string }).code

test('answers every statement of a group with its own rows and command', async () => {
  const group = [echo(['é "quoted", {braces}', -7, ['a,b', '', null]]), add([1, 'one']), numbers([0]), numbers([2])]
  for (const _ of ['first time', 'prepared']) {
    assert.deepEqual(await sendGroup(client, group), [
      {
        rows: [{ text: 'é "quoted", {braces}', int: -7, list: ['a,b', '', null], nothing: null }],
        command: 'SELECT',
        count: 1,
      },
      { rows: [], command: 'INSERT', count: 1 },
      { rows: [], command: 'SELECT', count: 0 },
      {
        rows: [
          { n: 1, text: '1' },
          { n: 2, text: '2' },
        ],
        command: 'SELECT',
        count: 2,
      },
    ])
    await ask(ownerUrl, 'truncate note')
  }
})

// Each text is new to the connection, so that what fails at Parse really is parsed.
let texts = 0
const FAILURES: Record<string, { code: string; make: () => Statement }> = {
  Parse: { code: '42P01', make: () => sql(`select ${++texts} from no_such_table`)([]) },
  Bind: { code: '22P02', make: () => sql(`select $1::int + ${++texts}`)(['not a number']) },
  Execute: { code: '22012', make: () => sql(`select ${++texts} / $1::int`)([0]) },
  'Execute, after rows were sent': {
    code: '22012',
    make: () => sql(`select ${++texts} / (2 - n) from generate_series(1, $1) n`)([3]),
  },
  'a guard of the table': {
    code: '23505',
    make: () => sql(`insert into note values (77, ''), (77, '${++texts}')`)([]),
  },
}

for (const [stage, { code, make }] of Object.entries(FAILURES)) {
  for (const place of [0, 1, 2]) {
    test(`a failure at ${stage}, as number ${place + 1} of 3, undoes the group and leaves every statement usable`, async () => {
      const fresh = sql(`insert into note values ($1, 'fresh ${++texts}') returning *`)
      const failing = make()
      const group: Statement[] = [fresh([1]), add([2, 'two'])]
      group.splice(place, 0, failing)
      await assert.rejects(sendGroup(client, group), { code })
      assert.equal(await notes(), 0)
      await assert.rejects(sendGroup(client, [failing]), { code })
      assert.equal((await sendGroup(client, [fresh([1]), add([2, 'two'])])).length, 2)
      assert.equal(await notes(), 2)
    })
  }
}

test('in a transaction a failed group can only be rolled back, and COMMIT says that it was', async () => {
  await sendGroup(client, [BEGIN, add([1, 'one'])])
  await assert.rejects(sendGroup(client, [add([2, 'two']), divide([0]), COMMIT]), { code: '22012' })
  await assert.rejects(sendGroup(client, [add([3, 'three'])]), { code: '25P02' })
  assert.equal((await sendGroup(client, [COMMIT])).at(-1)?.command, 'ROLLBACK')
  assert.equal(await notes(), 0)
  await sendGroup(client, [BEGIN, add([1, 'one'])])
  await assert.rejects(sendGroup(client, [divide([0])]))
  await sendGroup(client, [ROLLBACK])
  await sendGroup(client, [BEGIN, addReturning([4, 'four']), COMMIT])
  assert.equal(await notes(), 1)
})

test('groups in flight on one connection do not suffer from one that fails before them', async () => {
  const single = new SharedConnections(ownerUrl, 'single', 1)
  try {
    const fresh = sql(`select $1::int as number, ${++texts} as text`)
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

test('whatever a list of texts holds, it arrives as it was sent', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.option(fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', ',', ' ', '\n', 'a', 'é', 'NULL') }))),
      async list => assert.deepEqual(last(await sendGroup(client, [echo(['', 0, list])]))?.[0]?.list, list),
    ),
  ))

test('a value that cannot be sent fails alone: nothing of its group is sent, and no answer goes astray', async () => {
  const circular: Record<string, unknown> = {}
  circular.self = circular
  for (const bad of [circular, { big: 1n }]) {
    const asked = [1, 2, 3, 4].map(n =>
      n === 2 ? lanes.run(add([n, 'lost']), echo([bad, n, []])) : lanes.run(echo(['ok', n, []])),
    )
    const answers = await Promise.all(
      asked.map(answer =>
        answer.then(
          ([row]) => row?.int,
          ({ name }) => name,
        ),
      ),
    )
    assert.deepEqual(answers, [1, 'TypeError', 3, 4])
    await assert.rejects(sendGroup(client, [add([5, 'lost']), echo([bad, 5, []])]), TypeError)
    assert.equal(await notes(), 0)
  }
})

test('a connection ended by the server fails what was under way on it, and the next statement gets a new one', async () => {
  const single = new SharedConnections(ownerUrl, 'victim', 1)
  try {
    await single.run(echo(['before', 0, []]))
    const sleeping = single.run(sql('select pg_sleep(20)')([])).catch(codeOf)
    const behind = single.run(echo(['behind', 1, []])).catch(({ name }) => name)
    await ask(ownerUrl, `select pg_terminate_backend(pid) from ${SESSIONS} where application_name = 'victim'`)
    assert.deepEqual(await Promise.all([sleeping, behind]), ['57P01', 'DatabaseUnreachable'])
    assert.equal((await single.run(echo(['after', 2, []])))[0]?.int, 2)
  } finally {
    await single.close()
  }
})

test('a connection ended between two statements of a transaction leaves nothing behind', async () => {
  const victim = await connect()
  await sendGroup(victim, [BEGIN, add([1, 'one'])])
  const [backend] = last(await sendGroup(victim, [sql('select pg_backend_pid() as pid')([])])) ?? []
  await ask(ownerUrl, `select pg_terminate_backend(${backend?.pid})`)
  await assert.rejects(sendGroup(victim, [add([2, 'two']), COMMIT]))
  await assert.rejects(sendGroup(victim, [ROLLBACK]))
  assert.equal(await notes(), 0)
  await victim.end()
})

test('columns that change under a prepared statement are read anew, and nobody on a shared connection notices', async () => {
  const all = sql('select * from changing')
  await ask(ownerUrl, `create table changing (a integer); insert into changing values (1)`)
  const CHANGES: [string, Row][] = [
    ['select 1', { a: 1 }],
    [`alter table changing add column b text default 'x'`, { a: 1, b: 'x' }],
    ['alter table changing alter column a type text', { a: '1', b: 'x' }],
    ['alter table changing drop column b', { a: '1' }],
    ['alter table changing rename column a to c', { c: '1' }],
  ]
  const own = await connect()
  for (const [change, row] of CHANGES) {
    await ask(ownerUrl, change)
    for (const [shown] of await Promise.all([1, 2, 3, 4, 5, 6].map(() => lanes.run(all([])))))
      assert.deepEqual(shown, row)
    const first: unknown = await sendGroup(own, [all([])]).then<unknown, unknown>(last, codeOf)
    assert.ok(first === '0A000' || JSON.stringify(first) === JSON.stringify([row]), JSON.stringify(first))
    assert.deepEqual(last(await sendGroup(own, [all([])])), [row])
  }
  await own.end()
})

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

test('whatever is sent together and fails in between, every group gets its own answer', async () => {
  const group = fc.array(step, { minLength: 1, maxLength: 4 })
  const property = fc.asyncProperty(fc.array(group, { minLength: 1, maxLength: 40 }), async groups => {
    const answers = await Promise.all(
      groups.map((steps): Promise<unknown> => {
        const [last, ...before] = steps.map(({ statement }) => statement).reverse()
        return last ? lanes.run(...before.reverse(), last).catch(codeOf) : assert.fail()
      }),
    )
    for (const [index, steps] of groups.entries()) {
      const expected: unknown = steps.find(({ code }) => code)?.code ?? steps.at(-1)?.rows
      assert.deepEqual(answers[index], expected)
    }
  })
  await fc.assert(property, { numRuns: 60 })
})
