import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorClassOf, retryAfterSeconds } from './outcome.ts'

const NOW = Date.parse('2026-07-01T10:00:00.500Z')

for (const [header, seconds] of [
  ['0', 0],
  ['120', 120],
  [' 30 ', 30],
  [['5', '9'], 5],
  ['Wed, 01 Jul 2026 10:01:00 GMT', 60],
  ['Wed, 01 Jul 2026 09:00:00 GMT', 0],
  [undefined, null],
  ['', null],
  ['-1', null],
  ['1.5', null],
  ['soon', null],
  ['9999999999', null],
  ['2026-07-01', null],
] as const) {
  test(`reads Retry-After ${JSON.stringify(header)} as ${seconds}`, () => {
    assert.equal(retryAfterSeconds(Array.isArray(header) ? [...header] : header?.toString(), NOW), seconds)
  })
}

for (const [code, errorClass] of [
  ['ECONNREFUSED', 'connection_refused'],
  ['EHOSTUNREACH', 'connection_refused'],
  ['ECONNRESET', 'connection_reset'],
  ['EPIPE', 'connection_reset'],
  ['ETIMEDOUT', 'timeout'],
  ['CERT_HAS_EXPIRED', 'tls'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
  ['HPE_INVALID_CONSTANT', 'protocol'],
  ['UND_ERR_HEADERS_OVERFLOW', 'protocol'],
  ['SOMETHING_NEW', 'protocol'],
] as const) {
  test(`classes ${code} as ${errorClass}`, () => {
    assert.equal(errorClassOf(Object.assign(new Error('x'), { code })), errorClass)
  })
}
