import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ALWAYS_HOSTILE, HOSTILE_DESTINATIONS } from '../../test/support/webhooks/hostile-destinations.ts'
import { checkDestination } from './destination.ts'

const LIVE = { allowHttp: false, allowPrivate: false }
const TEST_MODE = { allowHttp: true, allowPrivate: false }
const LOCAL_TEST_MODE = { allowHttp: true, allowPrivate: true }

const GOOD = [
  'https://hooks.example.com',
  'https://hooks.example.com/',
  'https://hooks.example.com/clinic/42?token=a%20b&c=d#part',
  'https://hooks.example.com:443/',
  'https://hooks.example.com:8443/',
  'https://hooks.example.com:5001/',
  'HTTPS://Hooks.Example.COM/Path',
  'https://my_service.example.com/',
  'https://xn--mgberp4a5d4ar.example/',
  'https://عيادة.example.com/خطاف',
  'https://münchen.example/',
  'https://a-b.c--d.example/',
  'https://localhost.example.com/',
  'https://127.0.0.1.example.com/',
  'https://internal.example.com/',
  'https://93.184.215.14/',
  'https://8.8.8.8:8443/',
  'https://172.15.255.255/',
  'https://172.32.0.1/',
  'https://[2606:4700:4700::1111]/',
  'https://[::ffff:8.8.8.8]/',
  'https://[64:ff9b::8.8.8.8]/',
  'https://hooks.example.com/a@b',
  'https://hooks.example.com/?email=a@example.com',
]

for (const [reason, urls] of Object.entries(HOSTILE_DESTINATIONS)) {
  for (const url of urls) {
    test(`refuses ${JSON.stringify(url.slice(0, 70))} for its ${reason}`, () => {
      assert.deepEqual(checkDestination(url, LIVE), { ok: false, reason })
    })
  }
}

test('refuses at least 80 hostile destinations', () => {
  assert.ok(Object.values(HOSTILE_DESTINATIONS).flat().length >= 80)
})

for (const url of GOOD) {
  test(`accepts ${url}`, () => {
    const check = checkDestination(url, LIVE)
    assert.ok(check.ok)
    assert.equal(check.url.href, new URL(url).href)
  })
}

test('accepts http in test mode, and nothing else besides', () => {
  assert.ok(checkDestination('http://hooks.example.com/', TEST_MODE).ok)
  assert.ok(!checkDestination('http://127.0.0.1/', TEST_MODE).ok)
  assert.ok(!checkDestination('http://localhost/', TEST_MODE).ok)
  assert.ok(!checkDestination('ftp://hooks.example.com/', TEST_MODE).ok)
})

for (const url of [
  'http://localhost:3000/webhook',
  'http://app.localhost/',
  'http://127.0.0.1:3000/',
  'http://[::1]:3000/',
  'http://[::ffff:127.0.0.1]:3000/',
  'http://10.1.2.3/',
  'http://172.16.0.1/',
  'http://192.168.1.20:8080/',
  'http://[fd12:3456::1]/',
  'http://laptop.local/',
  'http://host.docker.internal:3000/',
  'http://receiver:3000/',
]) {
  test(`accepts ${url} in test mode on a private network`, () => {
    assert.ok(checkDestination(url, LOCAL_TEST_MODE).ok)
  })
}

for (const url of ALWAYS_HOSTILE) {
  test(`refuses ${url} even in test mode on a private network`, () => {
    assert.ok(!checkDestination(url, LOCAL_TEST_MODE).ok)
  })
}

test('refuses every spelling of every private IPv4 address', () => {
  const octet = fc.nat(255)
  const address = fc.oneof(
    fc.tuple(fc.constantFrom(0, 10, 127), octet, octet, octet),
    fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
    fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
  )
  fc.assert(
    fc.property(address, fc.constantFrom(...SPELLINGS), (octets, spell) => {
      const check = checkDestination(`https://${spell(octets)}/`, LIVE)
      assert.deepEqual(check, { ok: false, reason: 'blocked_address' })
    }),
    { numRuns: 1000 },
  )
})

test('never accepts what it would have to repair', () => {
  const junk = fc.constantFrom('\t', '\n', '\r', ' ', '\u0000', '\u00a0', '\u200b', '\u202e', '\ufeff', '\\')
  fc.assert(
    fc.property(fc.constantFrom(...GOOD), fc.double({ min: 0, max: 1, noNaN: true }), junk, (url, where, character) => {
      const at = Math.floor(where * url.length)
      assert.ok(!checkDestination(url.slice(0, at) + character + url.slice(at), LIVE).ok)
    }),
  )
})

type Octets = [number, number, number, number]

const value = ([a, b, c, d]: Octets) => ((a * 256 + b) * 256 + c) * 256 + d
const hex = (number: number) => number.toString(16).padStart(2, '0')
const SPELLINGS: ((octets: Octets) => string)[] = [
  octets => octets.join('.'),
  octets => `${octets.join('.')}.`,
  octets => String(value(octets)),
  octets => `0x${value(octets).toString(16)}`,
  octets => `0${value(octets).toString(8)}`,
  octets => octets.map(octet => `0x${octet.toString(16)}`).join('.'),
  octets => octets.map(octet => `0${octet.toString(8)}`).join('.'),
  ([a, b, c, d]) => `${a}.${(b * 256 + c) * 256 + d}`,
  ([a, b, c, d]) => `${a}.${b}.${c * 256 + d}`,
  octets => octets.join('。'),
  octets => `[::ffff:${octets.join('.')}]`,
  octets => `[64:ff9b::${octets.join('.')}]`,
  ([a, b, c, d]) => `[2002:${hex(a)}${hex(b)}:${hex(c)}${hex(d)}::1]`,
  octets => `[::${octets.join('.')}]`,
]
