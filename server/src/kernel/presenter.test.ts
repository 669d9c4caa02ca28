import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Id, MaybeNumber, Money, OneOf, resource } from '@clinic/contract/fields.ts'
import { Type } from '@clinic/contract/kernel.ts'
import { amounts, presenter } from './presenter.ts'

const Chair = resource('chair', {
  id: Id,
  displayName: Type.String(),
  state: OneOf(['FREE', 'TAKEN']),
  price: Money,
  deposit: MaybeNumber,
  order: Type.Integer(),
  isFree: Type.Boolean(),
})

interface ChairRow {
  id: string
  display_name: string
  state: string
  price_minor: number
  deposit_minor: number | null
  sort_order: number
  secret: string
}

const row: ChairRow = {
  ...{ id: 'ch_1', display_name: 'Left', state: 'FREE', price_minor: 12_345, deposit_minor: null },
  ...{ sort_order: 2, secret: 'never shown' },
}
const clinic = {
  id: 'c',
  country: 'KW',
  currency: 'KWD',
  timeZone: 'Asia/Kuwait',
  taxPercent: 0,
  sandbox: false,
  clockOffsetMs: 0,
  resets: 0,
}

const present = presenter<ChairRow, typeof Chair>(Chair, {
  ...amounts('price', 'deposit'),
  order: 'sort_order',
  isFree: ({ state }) => state === 'FREE',
})

test('a field is the column of its name, the one that is named, or what follows from the row; nothing else is shown', () => {
  assert.deepEqual(present(row, clinic), {
    object: 'chair',
    id: 'ch_1',
    displayName: 'Left',
    state: 'FREE',
    price: 12.345,
    deposit: null,
    order: 2,
    isFree: true,
  })
})

test('a word that is not declared is never shown', () => {
  assert.throws(() => present({ ...row, state: 'BROKEN' }, clinic), RangeError)
})

test('a field that no column fits, and of which nothing is said, does not compile', () => {
  const own = { ...amounts('price', 'deposit'), isFree: () => true }
  // @ts-expect-error There is no column `order`.
  presenter<ChairRow, typeof Chair>(Chair, own)
  // @ts-expect-error Of three fields nothing is said.
  presenter<ChairRow, typeof Chair>(Chair)
  // @ts-expect-error `display_name` is no number.
  presenter<ChairRow, typeof Chair>(Chair, { ...own, order: 'display_name' })
  // @ts-expect-error The column may be null.
  presenter<Omit<ChairRow, 'id'> & { id: string | null }, typeof Chair>(Chair, { ...own, order: 'sort_order' })
  presenter<ChairRow, typeof Chair>(Chair, { ...own, order: 'sort_order' })
})
