import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliver, fixture, signed, TEST_SECRET } from '@clinic/sdk/testing'
import { whileAllowed } from '../src/bot.ts'
import { openDatabase } from '../src/database.ts'
import { hearing } from '../src/hear.ts'
import { type RecallState, recallsThatAre } from '../src/recalls.ts'
import { round } from '../src/round.ts'
import { monthsBefore } from '../src/settings.ts'
import { languageOf } from '../src/texts.ts'
import { visitPage } from '../src/visit-page.ts'
import { bot, killedAt, NOW, newFile, refusal, visit, world } from './scene.ts'

const inState = ({ database }: ReturnType<typeof bot>, state: RecallState) =>
  recallsThatAre(database, state).map(({ id }) => id)
const linkIn = (sent: Readonly<Record<string, unknown>> | undefined): string =>
  /\/r\/([\w-]+)/.exec(String(sent?.text))?.[1] ?? ''
const choicesIn = (page: string): string[] => [...page.matchAll(/value="(recall-[^"]+)"/g)].map(([, id = '']) => id)

test('a patient who is due is written to once, in the words of the settings, however many rounds go by', async () => {
  const fake = world()
  const one = bot(fake)
  for (let times = 0; times < 3; times++) await round(one)
  assert.equal(fake.state.sent.length, 1)
  assert.deepEqual([fake.state.sent[0]?.channel, fake.state.sent[0]?.patientId], ['sms', 'pat_1'])
  assert.match(
    String(fake.state.sent[0]?.text),
    /^Nakheel: it is time.*https:\/\/recall\.test\/r\/\S+\nNakheel: حان موعد/,
  )
  assert.equal(fake.requests.find(({ operation }) => operation === 'messages.send')?.idempotencyKey, 'recall-apt_old')
})

test('who was there lately, or comes anyway, is left alone; a visit that was cancelled is none', async () => {
  const fake = world({
    visits: [
      visit('apt_a', '2025-01-01T08:00:00.000Z', { patientId: 'pat_lately' }),
      visit('apt_b', '2026-10-01T08:00:00.000Z', { patientId: 'pat_lately' }),
      visit('apt_c', '2025-01-01T08:00:00.000Z', { patientId: 'pat_comes' }),
      visit('apt_d', '2026-12-01T08:00:00.000Z', { patientId: 'pat_comes', status: 'CONFIRMED' }),
      visit('apt_e', '2025-01-01T08:00:00.000Z', { patientId: 'pat_due' }),
      visit('apt_f', '2026-12-01T08:00:00.000Z', { patientId: 'pat_due', status: 'CANCELED' }),
    ],
  })
  await round(bot(fake))
  assert.deepEqual(
    fake.state.sent.map(({ patientId }) => patientId),
    ['pat_due'],
  )
})

test('killed before or after any of its steps, the bot still writes once and books once', async () => {
  let step = 0
  for (let hasEnded = false; !hasEnded; ) {
    const fake = world()
    const file = newFile()
    const kill = killedAt(++step)
    const scenario = async (isKilled: boolean) => {
      const database = openDatabase(file)
      const client = fake.clinic.with({ fetch: isKilled ? kill.fetch(fake.fetch) : fake.fetch, maxRetries: 0 })
      const one = bot({ clinic: client }, { file, database: isKilled ? kill.database(database) : database })
      const checked = async <Value>(work: Promise<Value>) => {
        const value = await work
        if (isKilled) kill.check()
        return value
      }
      try {
        await checked(round(one))
        const link = linkIn(fake.state.sent[0])
        const { page } = await checked(visitPage(one, link, 'en'))
        const [choice] = choicesIn(page)
        if (choice) await checked(visitPage(one, link, 'en', choice))
        await checked(round(one))
        return inState(one, 'BOOKED')
      } finally {
        database.close()
      }
    }
    const killed = await scenario(true).catch(error => {
      if (!kill.isKill(error)) throw error
    })
    hasEnded = killed !== undefined
    assert.deepEqual(killed ?? (await scenario(false)), ['apt_old'], `killed at step ${step}`)
    assert.deepEqual([fake.state.sent.length, fake.state.visits.length], [1, 2], `killed at step ${step}`)
  }
  assert.ok(step > 20, `${step} steps`)
})

test('what may have been written to, longer ago than a key holds, is not written to again', async () => {
  const fake = world()
  const kill = killedAt(Number.POSITIVE_INFINITY)
  const lost = fake.clinic.with({
    maxRetries: 0,
    fetch: async (target, init) => {
      const answer = await kill.fetch(fake.fetch)(target, init)
      if (init?.method === 'POST') throw new Error('The answer was lost.')
      return answer
    },
  })
  const { file } = bot({ clinic: lost })
  const first = bot({ clinic: lost }, { file })
  await assert.rejects(round(first))
  assert.deepEqual([inState(first, 'SENDING'), fake.state.sent.length], [['apt_old'], 1])
  const later = bot(fake, { file, now: () => new Date(NOW.getTime() + 30 * 3_600_000) })
  await round(later)
  assert.deepEqual([inState(later, 'CLOSED'), fake.state.sent.length], [['apt_old'], 1])
})

test('a time that was taken meanwhile is answered with others; free again, it is another choice', async () => {
  const fake = world()
  const one = bot(fake)
  await round(one)
  const link = linkIn(fake.state.sent[0])
  const [first = '', second = ''] = choicesIn((await visitPage(one, link, 'en')).page)
  fake.state.taken.add('2026-11-03T06:00:00.000Z')
  const { page } = await visitPage(one, link, 'en', first)
  assert.match(page, /just taken/)
  assert.ok(!choicesIn(page).includes(first) && choicesIn(page).includes(second))
  fake.state.taken.clear()
  const again = choicesIn((await visitPage(one, link, 'en')).page)
  assert.deepEqual([again.length, again.includes(first), again.includes(second)], [3, false, true])
  await Promise.all([second, again[0]].map(id => visitPage(one, link, 'en', id)))
  assert.deepEqual([inState(one, 'BOOKED'), fake.state.visits.length], [['apt_old'], 2])
})

test('a time that is over since the page was opened is chosen anew; a file that was closed ends it', async () => {
  for (const [refused, state] of [
    [refusal(400, 'validation_failed'), 'SENT'],
    [refusal(404, 'not_found'), 'CLOSED'],
  ] as const) {
    const fake = world({ books: refused })
    const one = bot(fake)
    await round(one)
    const link = linkIn(fake.state.sent[0])
    const [first = ''] = choicesIn((await visitPage(one, link, 'en')).page)
    await visitPage(one, link, 'en', first)
    assert.deepEqual(inState(one, state), ['apt_old'])
  }
})

test('what we booked ourselves before a long outage is not taken for a time of another', async () => {
  const fake = world()
  const one = bot(fake)
  await round(one)
  const link = linkIn(fake.state.sent[0])
  const [first = ''] = choicesIn((await visitPage(one, link, 'en')).page)
  // As after a day: the answer under the key is gone, and the visit is in the way.
  const start = '2026-11-03T06:00:00.000Z'
  fake.state.visits.push(visit('apt_ours', start, { status: 'OPEN' }))
  fake.state.taken.add(start)
  assert.match((await visitPage(one, link, 'en', first)).page, /booked/)
  assert.deepEqual(inState(one, 'BOOKED'), ['apt_old'])
})

test('what the clinic refuses is not asked again, and holds up none of the others', async () => {
  const fake = world({ refuses: refusal(422, 'patient_has_no_phone') })
  const one = bot(fake)
  await round(one)
  await round(one)
  assert.deepEqual(inState(one, 'CLOSED'), ['apt_old'])
  assert.equal(fake.requests.filter(({ operation }) => operation === 'messages.send').length, 1)
})

test('a template that is not approved sends nothing and says so; an approved one gets the address', async () => {
  const fake = world({ settings: { channel: 'whatsapp', template: 'mtp_1' } })
  const one = bot(fake)
  await round(one)
  assert.match(one.told.join(), /approved WhatsApp template/)
  assert.deepEqual([inState(one, 'DUE'), fake.state.sent.length], [['apt_old'], 0])
})

test('no more are written to in a day than the settings say', async () => {
  const visits = ['a', 'b', 'c'].map(name => visit(name, '2025-01-01T08:00:00.000Z', { patientId: name }))
  const fake = world({ visits, settings: { mostPerDay: 2 } })
  const one = bot(fake)
  await round(one)
  await round(one)
  assert.equal(fake.state.sent.length, 2)
})

test('events stop the chase, twice and in any order; what is not genuine is refused', async () => {
  const fake = world()
  const one = bot(fake)
  await round(one)
  fake.state.visits.push(visit('apt_next', '2026-12-01T08:00:00.000Z', { status: 'OPEN' }))
  const hear = hearing(one, TEST_SECRET)
  const data = { id: 'apt_next', patientId: 'pat_1' }
  const events = [fixture('appointment.created', { data }), fixture('appointment.updated', { data })]
  const answers = await deliver(hear, events, { duplicate: true, shuffle: 7 })
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.deepEqual(inState(one, 'CLOSED'), ['apt_old'])
  const [event] = events
  assert.ok(event)
  assert.equal((await hear(await signed(event, { spoil: 'body' }))).status, 401)
  assert.equal((await visitPage(one, linkIn(fake.state.sent[0]), 'en')).status, 410)
})

test('once the token is revoked the bot is silent; removed, it keeps nothing', async () => {
  const fake = world()
  const one = bot(fake)
  await round(one)
  let calls = 0
  const revoked = fake.clinic.with({
    fetch: async () => {
      calls++
      return refusal(401, 'token_revoked')
    },
  })
  const two = bot({ clinic: revoked }, { file: one.file })
  const hear = hearing(two, TEST_SECRET)
  await deliver(hear, [fixture('appointment.created'), fixture('appointment.created')])
  await whileAllowed(two, () => round(two))
  assert.equal(calls, 1)
  assert.equal((await visitPage(two, linkIn(fake.state.sent[0]), 'en')).status, 503)
  await deliver(hear, [fixture('installation.uninstalled')])
  assert.deepEqual(inState(two, 'SENT'), [])
})

test('the page speaks the language of the patient, keeps the clock of the clinic and takes names for text', async () => {
  const fake = world({ clinicName: '<script>alert(1)</script>&"' })
  const one = bot(fake)
  await round(one)
  const link = linkIn(fake.state.sent[0])
  const { page } = await visitPage(one, link, languageOf(null, 'ar-SA,en;q=0.5'))
  assert.match(page, /<html lang="ar" dir="rtl">/)
  assert.match(page, /الثلاثاء/)
  assert.ok(!page.includes('<script>') && page.includes('&#60;script&#62;'))
  // Six in the morning UTC is nine in Riyadh.
  assert.match((await visitPage(one, link, 'en')).page, />09:00</)
  assert.equal((await visitPage(one, 'unknown', 'en')).status, 404)
})

test('in a sandbox clinic it is as late as its own clock says', async () => {
  const fake = world({ visits: [visit('apt_now', NOW.toISOString())] })
  const one = bot(fake)
  await round(one)
  assert.equal(fake.state.sent.length, 0)
  fake.state.clock = '2027-06-01T09:00:00.000Z'
  await round(bot(fake, { file: one.file }))
  assert.equal(fake.state.sent.length, 1)
})

test('months before the end of a long month end at the end of a short one', () => {
  const before = (day: string, months: number) =>
    monthsBefore(new Date(`${day}T00:00:00Z`), months)
      .toISOString()
      .slice(0, 10)
  assert.deepEqual(
    [before('2026-08-31', 6), before('2026-11-02', 12), before('2026-01-15', 1)],
    ['2026-02-28', '2025-11-02', '2025-12-15'],
  )
})
