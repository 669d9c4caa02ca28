import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../../kernel/errors.ts'
import { clockTarget, type MoveWish } from './clock-target.ts'

const at = (now: string) => ({ now, realNow: '2026-03-01T00:00:00.000Z', timeZone: 'America/New_York' })

test('a duration is added on the clinic’s calendar: a day is a day where the clock changes', () => {
  const clock = at('2026-03-07T17:00:00.000Z')
  assert.equal(clockTarget({ advance: 'P1D' }, clock), '2026-03-08T16:00:00.000Z')
  assert.equal(clockTarget({ advance: 'PT24H' }, clock), '2026-03-08T17:00:00.000Z')
  assert.equal(clockTarget({ to: '2026-03-08T00:00:00Z', advance: 'PT1H' }, clock), '2026-03-08T01:00:00.000Z')
  assert.equal(clockTarget({ to: '2026-04-01T00:00:00+03:00' }, clock), '2026-03-31T21:00:00.000Z')
})

test('it goes forward only, at most 366 days in one move and five years in all', () => {
  const refused: [string, MoveWish, string][] = [
    ['2026-03-01T00:00:00.000Z', { advance: 'three days' }, 'format'],
    ['2026-03-01T00:00:00.000Z', { advance: '-P1D' }, 'forward'],
    ['2026-03-01T00:00:00.000Z', { to: '2026-03-01T00:00:00.000Z' }, 'forward'],
    ['2026-03-01T00:00:00.000Z', { advance: 'P367D' }, 'too_far'],
    ['2030-12-01T00:00:00.000Z', { advance: 'P360D' }, 'too_far'],
  ]
  for (const [now, wish, code] of refused)
    assert.throws(
      () => clockTarget(wish, at(now)),
      (error: unknown) => error instanceof Refusal && JSON.stringify(error.details).includes(`"code":"${code}"`),
      JSON.stringify(wish),
    )
})
