import assert from 'node:assert/strict'
import { isIPv4, isIPv6 } from 'node:net'
import { test } from 'node:test'
import fc from 'fast-check'
import { isCidr } from './cidr.ts'

test('takes CIDR ranges of both families', () => {
  for (const range of [
    '0.0.0.0/0',
    '203.0.113.7/32',
    '10.0.0.0/8',
    '::/0',
    '2001:db8::/32',
    'fe80::1/128',
    '::ffff:10.0.0.0/104',
  ]) {
    assert.equal(isCidr(range), true, range)
  }
})

test('refuses everything else', () => {
  const refused = [
    '203.0.113.7',
    '203.0.113.0/33',
    '203.0.113.0/-1',
    '203.0.113.0/08',
    '010.0.0.0/8',
    '10.0.0/8',
    '10.0.0.0.0/8',
    '10.0.0.0./8',
    '256.0.0.0/8',
    '0x7f.0.0.1/8',
    '2001:db8::/129',
    '2001:db8::1::2/64',
    '2001:db8::/32/1',
    'fe80::1%eth0/64',
    '::ffff:10.0.0.0/8',
    '[::1]/128',
    'example.com/24',
    '10.0.0.0/8 ',
    '/8',
    '',
  ]
  for (const range of refused) assert.equal(isCidr(range), false, range)
})

test('agrees with Node about what an address is', () => {
  const part = fc.oneof(fc.nat(300).map(String), fc.constantFrom('', '0', 'ffff', '1:2', '::', '00', '1.2.3.4'))
  const text = fc
    .tuple(fc.constantFrom('.', ':'), fc.array(part, { maxLength: 9 }))
    .map(([dot, parts]) => parts.join(dot))
  fc.assert(
    fc.property(text, address => {
      assert.equal(isCidr(`${address}/32`) || isCidr(`${address}/128`), isIPv4(address) || isIPv6(address), address)
    }),
    { numRuns: 2000 },
  )
})
