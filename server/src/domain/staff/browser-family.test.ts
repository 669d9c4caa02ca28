import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserFamily } from './browser-family.ts'

const MOZILLA = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const CHROME = `${MOZILLA} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36`

test('a browser is known by its family, and not by its version or by those that it names besides', () => {
  assert.equal(browserFamily(CHROME), 'Chrome')
  assert.equal(browserFamily(CHROME.replace('130', '131')), 'Chrome')
  assert.equal(browserFamily(`${CHROME} Edg/130.0.0.0`), 'Edge')
  assert.equal(browserFamily(`${CHROME} OPR/115.0.0.0`), 'Opera')
  assert.equal(browserFamily(`${MOZILLA} Gecko/20100101 Firefox/132.0`), 'Firefox')
  assert.equal(
    browserFamily(`${MOZILLA} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15`),
    'Safari',
  )
})

test('whatever is no browser is one family, and so is what does not say what it is', () => {
  assert.equal(browserFamily('curl/8.5.0'), 'another browser')
  assert.equal(browserFamily(undefined), 'another browser')
})
