import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Invoice, Payment } from '@clinic/sdk'
import { deliver, fakeClinic, fixture, TEST_SECRET } from '@clinic/sdk/testing'
import { command } from '../src/commands.ts'
import { copy, type Export } from '../src/copy.ts'
import { journal } from '../src/csv.ts'
import { integerIn, openDatabase, textIn } from '../src/database.ts'
import { hearing } from '../src/hear.ts'
import { enter } from '../src/ledger.ts'
import { decimalsOf, toMinor, toText } from '../src/money.ts'

type Invoiced = Partial<Invoice> & { id: string }
type Paid = Partial<Payment> & { id: string }

interface World {
  currency: string
  invoices: Invoiced[]
  payments: Paid[]
}

/** Noon of a day of November in Riyadh. */
const at = (day: number, hour = 9): string =>
  `2026-11-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00.000Z`

const invoice = (id: string, total: number, tax: number, wishes: Partial<Invoice> = {}): Invoiced => ({
  ...{ id, total, tax, insurance: 0, balanceInvoice: false, createdAt: at(1), updatedAt: at(1), ...wishes },
})
const payment = (id: string, amount: number, wishes: Partial<Payment> = {}): Paid => ({
  ...{
    id,
    amount,
    type: 'CASH',
    balance: 0,
    invoiceId: 'inv_1',
    refundedAt: null,
    createdAt: at(2),
    updatedAt: at(2),
    ...wishes,
  },
})

const found = (records: readonly { id: string }[]) => (input: Readonly<Record<string, unknown>>) =>
  records.find(({ id }) => id === input.id) ?? {}

function started(
  world: World,
  answers: Parameters<typeof fakeClinic>[0] = {},
): Export & { told: string[]; fetch: typeof fetch } {
  const told: string[] = []
  const { clinic, fetch } = fakeClinic({
    'clinic.get': { currency: world.currency, timeZone: 'Asia/Riyadh' },
    'invoices.list': () => world.invoices,
    'payments.list': () => world.payments,
    'invoices.get': input => found(world.invoices)(input),
    'payments.get': input => found(world.payments)(input),
    ...answers,
  })
  return {
    clinic,
    fetch,
    database: openDatabase(':memory:'),
    told,
    log: message => void told.push(message),
    isOver: false,
  }
}

const balances = ({ database }: Export): Record<string, number> =>
  Object.fromEntries(
    database
      .all('select account, sum(amount) as amount from line group by account order by account')
      .map(row => [textIn(row, 'account'), integerIn(row, 'amount')]),
  )
const entries = ({ database }: Export): number => database.all('select id from entry').length

test('amounts are read by their digits, in halalas and in fils; what is finer or larger is refused', () => {
  assert.deepEqual([toMinor(115.25, 'SAR'), toMinor(0.1, 'SAR'), toMinor(-3.5, 'SAR')], [11_525, 10, -350])
  assert.deepEqual([toMinor(1.005, 'KWD'), toMinor(12, 'BHD'), toMinor(0.001, 'KWD')], [1005, 12_000, 1])
  for (const amount of [0.001, 1e21, Number.NaN, 2 ** 53]) assert.throws(() => toMinor(amount, 'SAR'), RangeError)
  for (const currency of ['SAR', 'KWD'])
    for (let minor = -2_000; minor <= 2_000; minor++)
      assert.equal(toMinor(Number(toText(minor, currency)), currency), minor + 0)
  assert.deepEqual(
    [decimalsOf('SAR'), decimalsOf('KWD'), toText(-5, 'KWD'), toText(5, 'SAR')],
    [2, 3, '-0.005', '0.05'],
  )
})

test('an invoice with tax and an insurer, payments, credit and a refund are in the books, in SAR and in KWD', async () => {
  for (const [currency, unit] of [
    ['SAR', 100],
    ['KWD', 1000],
  ] as const) {
    const state = started({
      currency,
      invoices: [
        invoice('inv_1', 115.5, 15.5, { insurance: 40 }),
        invoice('inv_credit', 50, 0, { balanceInvoice: true }),
      ],
      payments: [
        payment('pay_1', 60, { type: 'CARD' }),
        payment('pay_more', 20, { balance: 4.5 }),
        payment('pay_in_advance', 50, { balance: 50, invoiceId: 'inv_credit' }),
        payment('pay_of_credit', 10, { type: 'BALANCE', balance: -10 }),
        payment('pay_insurer', 40, { type: 'INSURANCE' }),
        payment('pay_back', 5, { refundedAt: at(3), refunded: true }),
      ],
    })
    await copy(state)
    const expected = {
      ...{ credit: -(50 + 4.5 - 10), insurers: 0, 'money:CARD': 60, 'money:CASH': 20 + 50, 'money:INSURANCE': 40 },
      ...{ patients: 115.5 - 40 - 60 - 15.5 - 10, sales: -100, vat: -15.5 },
    }
    const minor = Object.entries(expected).map(([account, amount]) => [account, amount * unit])
    assert.deepEqual(balances(state), Object.fromEntries(minor))
  }
})

test('the same again, in any order and twice, enters nothing more; a change is one entry more and none is altered', async () => {
  const world: World = { currency: 'SAR', invoices: [invoice('inv_1', 115, 15)], payments: [payment('pay_1', 115)] }
  const state = started(world)
  await copy(state)
  const [before, booked] = [balances(state), entries(state)]
  await copy(state)
  const events = [
    fixture('payment.created', { data: { id: 'pay_1' } }),
    fixture('invoice.paid', { data: { id: 'inv_1' } }),
    fixture('invoice.created', { data: { id: 'inv_1' } }),
  ]
  for (const shuffle of [1, 2, 3]) {
    const delivered = await deliver(hearing(state, TEST_SECRET), events, { duplicate: true, shuffle })
    assert.ok(delivered.every(({ status }) => status === 200))
  }
  assert.deepEqual([balances(state), entries(state)], [before, booked])
  world.invoices = [invoice('inv_1', 100, 10, { updatedAt: at(4) })]
  world.payments = [payment('pay_1', 115, { refundedAt: at(5), updatedAt: at(5) })]
  await copy(state)
  // What is older comes late, as when two reads overtake each other.
  world.invoices = [invoice('inv_1', 115, 15)]
  world.payments = [payment('pay_1', 115)]
  await copy(state)
  assert.deepEqual(balances(state), { 'money:CASH': 0, patients: 10_000, sales: -9000, vat: -1000 })
  assert.equal(entries(state), booked + 2)
  assert.throws(() => state.database.run('update line set amount = 0'), /never changed/)
  assert.throws(() => state.database.run('delete from line'), /never deleted/)
})

test('what does not add up is never entered, and an amount finer than the currency stops the copy', async () => {
  const state = started({ currency: 'SAR', invoices: [invoice('inv_1', 1.005, 0)], payments: [] })
  await assert.rejects(copy(state), RangeError)
  const document = { id: 'invoice inv_2', day: '2026-11-01', currency: 'SAR', updatedAt: at(1) }
  assert.throws(
    () => enter(state.database, { ...document, lines: [{ account: 'vat', invoiceId: '', amount: 1 }] }),
    /add up/,
  )
  assert.equal(entries(state), 0)
})

test('a cursor that the clinic no longer takes begins again from the last mark, and nothing is entered twice', async () => {
  const world: World = { currency: 'SAR', invoices: [], payments: [] }
  const all = [
    invoice('inv_1', 1, 0),
    invoice('inv_2', 2, 0, { updatedAt: at(2) }),
    invoice('inv_3', 3, 0, { updatedAt: at(3) }),
  ]
  const state = started(world)
  const asked: string[] = []
  let isLost = false
  const clinic = state.clinic.with({
    fetch: async (target, init) => {
      const { pathname, searchParams } = new URL(String(target))
      if (!pathname.endsWith('/invoices')) return state.fetch(target, init)
      const [after, cursor] = [searchParams.get('updatedAfter') ?? '', searchParams.get('cursor')]
      asked.push(`${after.slice(0, 10)} ${cursor}`)
      if (cursor !== null && !isLost) {
        isLost = true
        return Response.json({ error: { code: 'invalid_cursor', message: 'no', requestId: 'req_1' } }, { status: 400 })
      }
      const rest = all.filter(({ updatedAt = '' }) => updatedAt >= after)
      const hasMore = cursor === null && rest.length > 2
      const data = cursor === null ? rest.slice(0, 2) : rest.slice(2)
      const example = await state.clinic.invoices.get({ id: 'inv_example' })
      return Response.json({
        data: data.map(one => ({ ...example, ...one })),
        hasMore,
        nextCursor: hasMore ? 'next' : null,
      })
    },
  })
  await copy({ ...state, clinic })
  assert.deepEqual(asked, ['1970-01-01 null', '1970-01-01 next', '2026-11-01 null', '2026-11-01 next'])
  assert.deepEqual([balances(state).patients, entries(state)], [600, 3])
})

test('reconcile says each day and figure, by the days of the clinic, and answers 1 where one differs', async () => {
  const state = started(
    {
      currency: 'KWD',
      // Half past ten in the evening UTC is the next day in Riyadh.
      invoices: [invoice('inv_1', 10.005, 0, { createdAt: at(1, 22), pendingPayment: 4.005 })],
      payments: [payment('pay_1', 6, { createdAt: at(2) })],
    },
    {
      'analytics.getTimeseries': ({ metric }) => ({
        points: [{ date: '2026-11-02', value: metric === 'invoiced' ? 10.005 : metric === 'collected' ? 6 : 0 }],
      }),
    },
  )
  assert.equal(await command(state, ['reconcile']), 0)
  assert.deepEqual(state.told.slice(1), [
    '2026-11-02\tKWD\tinvoiced\t10.005\t10.005\tequal',
    '2026-11-02\tKWD\tcollected\t6.000\t6.000\tequal',
    '2026-11-02\tKWD\toutstanding\t4.005\t4.005\tequal',
    '3 figures are equal.',
  ])
  const document = { id: 'payment pay_2', day: '2026-11-02', currency: 'KWD', updatedAt: at(2) }
  const lines = [
    { account: 'money:CASH', invoiceId: '', amount: 1 },
    { account: 'credit', invoiceId: '', amount: -1 },
  ] as const
  enter(state.database, { ...document, lines })
  assert.equal(await command(state, ['reconcile']), 1)
  assert.match(state.told.join('\n'), /collected\t6.000\t6.001\toff by 0.001/)
})

test('the journal names accounts by the numbers of the settings and has all decimals', async () => {
  const state = started({ currency: 'SAR', invoices: [invoice('inv_1', 11.5, 1.5)], payments: [] })
  await copy(state)
  const lines = [...journal(state.database, { patients: '1200', sales: '4000' })].map(line =>
    line.replace(/2026-\d\d-\d\dT[^,]*/, 'now'),
  )
  assert.deepEqual(lines.slice(1), [
    '1,2026-11-01,now,invoice inv_1,1200,inv_1,SAR,11.50,',
    '1,2026-11-01,now,invoice inv_1,4000,inv_1,SAR,,10.00',
    '1,2026-11-01,now,invoice inv_1,vat,inv_1,SAR,,1.50',
  ])
})

test('once the token is revoked the export is silent, and the books stay', async () => {
  const world: World = { currency: 'SAR', invoices: [invoice('inv_1', 1, 0)], payments: [] }
  const state = started(world)
  await copy(state)
  let calls = 0
  const clinic = state.clinic.with({
    fetch: async () => {
      calls++
      return Response.json({ error: { code: 'token_revoked', message: 'no', requestId: 'req_1' } }, { status: 401 })
    },
  })
  const revoked = { ...state, clinic }
  await deliver(hearing(revoked, TEST_SECRET), [fixture('invoice.created'), fixture('payment.created')])
  await deliver(hearing(revoked, TEST_SECRET), [fixture('installation.uninstalled')])
  assert.deepEqual([calls, revoked.isOver, entries(state)], [1, true, 1])
})
