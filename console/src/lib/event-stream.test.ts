import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeBlocks } from './event-stream.ts'

test('blocks are read however the bytes arrive, and what lives without saying anything says nothing', () => {
  const text = ':\nid: 1\n\nid: 2\nevent: change\ndata: {"a":["b: c"]}\n\n'
  for (let cut = 0; cut <= text.length; cut++) {
    const first = takeBlocks(text.slice(0, cut))
    const second = takeBlocks(first.rest + text.slice(cut))
    assert.deepEqual(
      [...first.blocks, ...second.blocks],
      [{ id: '1' }, { id: '2', event: 'change', data: '{"a":["b: c"]}' }],
    )
    assert.equal(second.rest, '')
  }
})
