import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowedReturn, pendingReturn, rememberReturn, takeReturn } from './oauth-return.ts'

const WEB = 'https://app.clinic.example'
const API = 'https://api.clinic.example:8443'
const origins = [WEB, API]
const GOOD = `${API}/oauth/callback?flow=abc`

function memory() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

const searchFor = (target: string) => `?oauth_return=${encodeURIComponent(target)}`

test('returns to the two allowed origins, however they are spelt', () => {
  for (const target of [GOOD, `${WEB}/day?x=1#y`, 'HTTPS://APP.Clinic.Example/a', `${WEB}:443/`])
    assert.equal(allowedReturn(target, origins), new URL(target).href)
})

test('returns nowhere else', () => {
  const attacks = [
    'https://app.clinic.example.evil.example/',
    'https://app.clinic.exampleevil.example/',
    'https://evil.example/https://app.clinic.example/',
    'https://app.clinic.example@evil.example/',
    'https://user@app.clinic.example/',
    'https://app.clinic.example:pw@evil.example/',
    'https://app.clinic.example\\@evil.example/',
    'https://evil.example\\.app.clinic.example/',
    'https:\\\\evil.example/',
    'https:/\\evil.example/',
    '//evil.example/',
    '//app.clinic.example/',
    '\\\\app.clinic.example/',
    '/oauth/callback?flow=abc',
    'oauth/callback',
    'http://app.clinic.example/',
    'https://app.clinic.example:8443/',
    'https://api.clinic.example/',
    'https://app.clinic.example./',
    'https://аpp.clinic.example/',
    'https://app.clinic.example%2eevil.example/',
    'https://app.clinic.example%00.evil.example/',
    'javascript:alert(1)//https://app.clinic.example',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://app.clinic.example/1',
    'filesystem:https://app.clinic.example/1',
    'about:blank',
    'null',
    '',
    ' ',
  ]
  for (const target of attacks) assert.equal(allowedReturn(target, origins), undefined, target)
})

test('reads the parameter once, and takes it out of the address', () => {
  const store = memory()
  const place = { store, origins, now: 1_000 }
  assert.equal(rememberReturn({ ...place, search: `${searchFor(GOOD)}&back=%2Fsecurity` }), '?back=%2Fsecurity')
  assert.equal(pendingReturn(place), GOOD)
  assert.deepEqual(takeReturn(place), { target: GOOD, again: false })
  assert.equal(takeReturn(place), undefined)
})

test('keeps what was remembered while the address names none, and forgets it for one that is not allowed', () => {
  const store = memory()
  const place = { store, origins, now: 1_000 }
  rememberReturn({ ...place, search: searchFor(GOOD) })
  assert.equal(rememberReturn({ ...place, search: '' }), '')
  assert.equal(pendingReturn(place), GOOD)
  rememberReturn({ ...place, search: searchFor('https://evil.example/') })
  assert.equal(pendingReturn(place), undefined)
})

test('takes none of two', () => {
  const place = { store: memory(), origins, now: 1_000 }
  rememberReturn({ ...place, search: `${searchFor(GOOD)}&oauth_return=${encodeURIComponent(GOOD)}` })
  assert.equal(pendingReturn(place), undefined)
})

test('does not believe what is stored either, nor for longer than a flow lives', () => {
  const store = memory()
  store.setItem('oauth_return', JSON.stringify({ target: 'https://evil.example/', at: 1_000 }))
  assert.equal(pendingReturn({ store, origins, now: 1_000 }), undefined)
  rememberReturn({ store, origins, now: 1_000, search: searchFor(GOOD) })
  assert.equal(pendingReturn({ store, origins, now: 1_000 + 15 * 60_000 + 1 }), undefined)
})

test('notices that it is sent in a circle', () => {
  const store = memory()
  const go = (now: number) => {
    rememberReturn({ store, origins, now, search: searchFor(GOOD) })
    return takeReturn({ store, origins, now })?.again
  }
  assert.deepEqual([go(100_000), go(101_000), go(140_000)], [false, true, false])
})
