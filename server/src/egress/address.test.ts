import assert from 'node:assert/strict'
import { BlockList } from 'node:net'
import { test } from 'node:test'
import fc from 'fast-check'
import { type AddressScope, addressScope, isPermittedAddress } from './address.ts'

const SCOPES: Record<AddressScope, readonly string[]> = {
  public: [
    ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '93.184.215.14', '100.63.255.255', '100.128.0.0'],
    ...['126.255.255.255', '128.0.0.0', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0'],
    ...['192.0.1.0', '192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0', '223.255.255.255'],
    ...['2606:4700:4700::1111', '2a00:1450:4001:82a::200e', '2001:4860:4860::8888', '::ffff:8.8.8.8'],
    ...['64:ff9b::8.8.8.8', '2a00:1450:4001::200:5efe:808:808'],
  ],
  private: [
    ...['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255'],
    ...['fc00::', 'fdff:ffff::1', '::ffff:10.0.0.1', '2a00:1450:4001::5efe:a00:1'],
  ],
  loopback: ['127.0.0.0', '127.0.0.1', '127.255.255.255', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1'],
  metadata: [
    ...['169.254.0.0', '169.254.169.254', '169.254.255.255', '100.100.100.200', '192.0.0.192', '168.63.129.16'],
    ...['fe80::', 'fe80::1', 'febf:ffff::1', 'fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', 'fd00:c1::a9fe:a9fe'],
    ...['fd00:42::42', '::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe'],
  ],
  reserved: [
    ...['0.0.0.0', '0.255.255.255', '100.64.0.0', '100.127.255.255', '192.0.0.1', '192.0.2.255', '192.88.99.1'],
    ...['198.18.0.0', '198.19.255.255', '198.51.100.0', '203.0.113.255', '224.0.0.0', '239.255.255.255', '240.0.0.0'],
    ...['255.255.255.255', '::', '::2', '::7f00:1', '::808:808', '::ffff:0:7f00:1', '64:ff9b:1::a00:1', '100::1'],
    ...['2001::1', '2001:2::1', '2001:10::1', '2001:20::1', '2001:db8::1', '2002:7f00:1::', '2002:808:808::1'],
    ...['3fff::1', '4000::1', '5f00::1', 'fec0::1', 'ff02::1', '1000::1'],
    ...[
      '',
      'localhost',
      '127.1',
      '0x7f.0.0.1',
      '2606:4700::1111%eth0',
      'fe80::1%eth0',
      '1.2.3.4.5',
      '[::1]',
      '1.2.3.4/8',
    ],
  ],
}

for (const [scope, addresses] of Object.entries(SCOPES)) {
  for (const address of addresses) {
    test(`calls ${JSON.stringify(address)} ${scope}`, () => {
      assert.equal(addressScope(address), scope)
      assert.equal(isPermittedAddress(address, false), scope === 'public')
      assert.equal(isPermittedAddress(address, true), ['public', 'private', 'loopback'].includes(scope))
    })
  }
}

test('agrees with the IANA special-purpose registry on every IPv4 address', () => {
  const registry = new BlockList()
  const ranges = NOT_REACHABLE.map(parsedRange)
  for (const { network, prefix } of ranges) registry.addSubnet(network, prefix, 'ipv4')
  const inRegistry = fc
    .constantFrom(...ranges)
    .chain(({ network, prefix }) => fc.nat(2 ** (32 - prefix) - 1).map(offset => dotted(integerOf(network) + offset)))
  fc.assert(
    fc.property(fc.oneof(inRegistry, fc.nat(0xffffffff).map(dotted)), address => {
      assert.equal(isPermittedAddress(address, false), !registry.check(address, 'ipv4'))
    }),
    { numRuns: 5000 },
  )
})

test('classifies an IPv4 address the same when it is mapped into IPv6 or translated', () => {
  fc.assert(
    fc.property(fc.nat(0xffffffff).map(dotted), address => {
      assert.equal(addressScope(`::ffff:${address}`), addressScope(address))
      assert.equal(addressScope(`64:ff9b::${address}`), addressScope(address))
    }),
  )
})

test('calls nothing public outside the global unicast range of IPv6', () => {
  const groups = fc.array(fc.nat(0xffff), { minLength: 7, maxLength: 7 })
  fc.assert(
    fc.property(fc.integer({ min: 0x4000, max: 0xffff }), groups, (first, rest) => {
      assert.ok(!isPermittedAddress([first, ...rest].map(group => group.toString(16)).join(':'), false))
    }),
  )
})

/** What the registry does not call globally reachable, and what we refuse besides (AS112, AMT, Azure's host node). */
const NOT_REACHABLE = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', '168.63.129.16/32'],
]

function parsedRange(range: string): { network: string; prefix: number } {
  const [network = '', prefix] = range.split('/')
  return { network, prefix: Number(prefix) }
}

function integerOf(address: string): number {
  return address.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0)
}

function dotted(value: number): string {
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255].join('.')
}
