import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { clientAddress, ipAllowed, isCidr, parseRanges, plainAddress } from './ip-allowlist.ts'

const proxies = parseRanges(['10.0.0.0/8', '2001:db8:ffff::/48', '127.0.0.1'])

test('an empty list allows any address', () => {
  for (const address of ['203.0.113.7', '2001:db8::1', '']) assert.ok(ipAllowed(address, parseRanges([])))
})

test('a list allows what lies in one of its ranges and nothing else', () => {
  const ranges = parseRanges(['203.0.113.0/24', '198.51.100.7/32', '2001:db8:1::/48'])
  for (const address of ['203.0.113.0', '203.0.113.255', '198.51.100.7', '2001:db8:1::', '2001:DB8:1:ffff::9'])
    assert.ok(ipAllowed(address, ranges), address)
  for (const address of ['203.0.114.0', '198.51.100.8', '2001:db8:2::1', '::1', '', 'unknown', '203.0.113.1:80'])
    assert.ok(!ipAllowed(address, ranges), address)
})

test('an IPv4 client that a dual-stack socket shows as IPv6 matches IPv4 ranges, in any spelling', () => {
  const ranges = parseRanges(['203.0.113.0/24'])
  for (const address of ['::ffff:203.0.113.9', '::FFFF:cb00:7109', '0:0:0:0:0:ffff:cb00:7109'])
    assert.ok(ipAllowed(address, ranges), address)
  assert.ok(!ipAllowed('::ffff:203.0.114.9', ranges))
  assert.ok(!ipAllowed('::203.0.113.9', ranges))
})

test('a range written as mapped IPv6 matches the IPv4 client', () => {
  const ranges = parseRanges(['::ffff:203.0.113.0/120'])
  assert.ok(ipAllowed('203.0.113.9', ranges))
  assert.ok(!ipAllowed('203.0.114.9', ranges))
})

test('all of IPv4 is not all of IPv6, nor the other way round', () => {
  assert.ok(!ipAllowed('2001:db8::1', parseRanges(['0.0.0.0/0'])))
  assert.ok(!ipAllowed('203.0.113.9', parseRanges(['::/0'])))
})

test('a range matches exactly the addresses that share its prefix', () => {
  const word = fc.integer({ min: 0, max: 2 ** 32 - 1 })
  const dotted = (value: number) => [24, 16, 8, 0].map(shift => (value >>> shift) & 255).join('.')
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 32 }), (base, noise, prefix) => {
      const address = prefix === 32 ? base : (base ^ (noise >>> prefix)) >>> 0
      assert.ok(ipAllowed(dotted(address), parseRanges([`${dotted(base)}/${prefix}`])))
      if (prefix > 0) {
        const outside = (address ^ (1 << (32 - prefix))) >>> 0
        assert.ok(!ipAllowed(dotted(outside), parseRanges([`${dotted(base)}/${prefix}`])))
      }
    }),
  )
})

test('what is not clearly a range is refused instead of guessed at', () => {
  const texts = ['', '10.0.0.0/33', '10/8', '010.0.0.0/8', '10.0.0.0/08', '10.0.0.0/-1', '10.0.0.0/', '2001:db8::/129']
  texts.push(
    '0x0a000000/8',
    '167772160/8',
    'fe80::%eth0/64',
    'fe80::1%eth0',
    'example.com/24',
    '10.0.0.0/8/8',
    ' 10.0.0.0/8',
  )
  texts.push('::ffff:10.0.0.0/8')
  for (const text of texts) {
    assert.ok(!isCidr(text), text)
    assert.throws(() => parseRanges([text]), RangeError, text)
  }
})

test('CIDR syntax asks for a prefix length, a compiled list takes a single address as well', () => {
  for (const text of ['10.0.0.0/8', '0.0.0.0/0', '2001:db8::/32', '::/0', '203.0.113.7/24'])
    assert.ok(isCidr(text), text)
  assert.ok(!isCidr('203.0.113.7'))
  assert.ok(parseRanges(['203.0.113.7']).has('203.0.113.7'))
  assert.ok(!parseRanges(['203.0.113.7']).has('203.0.113.6'))
})

test('the socket’s address counts when no proxy is trusted, whatever the header says', () => {
  assert.equal(clientAddress('203.0.113.9', '198.51.100.1', parseRanges([])), '203.0.113.9')
  assert.equal(clientAddress('203.0.113.9', '198.51.100.1', proxies), '203.0.113.9')
  assert.equal(clientAddress('10.0.0.1', undefined, proxies), '10.0.0.1')
})

test('behind trusted proxies the right-most hop that is not one counts', () => {
  assert.equal(clientAddress('10.0.0.1', '198.51.100.1', proxies), '198.51.100.1')
  assert.equal(clientAddress('::ffff:10.0.0.1', '1.1.1.1, 198.51.100.1, 10.9.9.9', proxies), '198.51.100.1')
  assert.equal(clientAddress('2001:db8:ffff::1', '2001:db8::7', proxies), '2001:db8::7')
  assert.equal(clientAddress('127.0.0.1', ['6.6.6.6', '198.51.100.1 ,10.0.0.2'], proxies), '198.51.100.1')
  assert.equal(clientAddress('10.0.0.1', '10.0.0.3, 10.0.0.2', proxies), '10.0.0.3')
})

test('a hop may carry its port', () => {
  assert.equal(clientAddress('10.0.0.1', '198.51.100.1:4711', proxies), '198.51.100.1')
  assert.equal(clientAddress('10.0.0.1', '[2001:db8::7]:443', proxies), '2001:db8::7')
  assert.equal(clientAddress('10.0.0.1', '[2001:db8::7]', proxies), '2001:db8::7')
})

test('a hop that is no address ends the walk at the proxy that reported it', () => {
  for (const hop of ['unknown', '', '_hidden', '999.1.1.1', '0x7f.1', '"198.51.100.1"', '[198.51.100.1', '1.2.3.4:5:6'])
    assert.equal(clientAddress('10.0.0.1', `198.51.100.1, ${hop}, 10.0.0.2`, proxies), '10.0.0.2', hop)
})

test('a header that a client invents never throws and never yields anything but an address', () => {
  const header = fc.string({ unit: fc.constantFrom(...'0123456789abcdef.:,[]% "\0ﻻ'), maxLength: 60 })
  fc.assert(
    fc.property(fc.oneof(header, fc.array(header), fc.string()), forwarded => {
      const address = clientAddress('10.0.0.1', forwarded, proxies)
      assert.equal(plainAddress(address), address)
    }),
    { numRuns: 2_000 },
  )
  assert.equal(clientAddress(undefined, '198.51.100.1', proxies), '')
})
