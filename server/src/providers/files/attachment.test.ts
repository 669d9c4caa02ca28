import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attachment } from './attachment.ts'

test('names a download for readers of UTF-8 and of ASCII, and lets no name break out of its header', () => {
  assert.equal(attachment('scan 1.pdf'), `attachment; filename="scan 1.pdf"; filename*=UTF-8''scan%201.pdf`)
  assert.equal(attachment('أشعة.png'), `attachment; filename="____.png"; filename*=UTF-8''%D8%A3%D8%B4%D8%B9%D8%A9.png`)
  assert.equal(
    attachment(`a"b\\c'(d)%41.png`),
    `attachment; filename="a_b_c'(d)_41.png"; filename*=UTF-8''a%22b%5Cc%27%28d%29%2541.png`,
  )
  assert.equal(
    attachment('x\r\nSet-Cookie: a=b'),
    `attachment; filename="x__Set-Cookie: a=b"; filename*=UTF-8''x%0D%0ASet-Cookie%3A%20a%3Db`,
  )
})
