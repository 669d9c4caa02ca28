import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressBlock } from './address-block.ts'

test('an IPv4 address is one customer’s, and of IPv6 all that share their first 64 bits', () => {
  const blocks: [string, string][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::6', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8::', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['', ''],
  ]
  for (const [address, block] of blocks) assert.equal(addressBlock(address), block)
})
