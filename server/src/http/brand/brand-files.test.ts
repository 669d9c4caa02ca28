import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import Fastify from 'fastify'
import { ROOT } from '../../../test/runner/files.ts'
import { atEnd } from '../../../test/support/at-end.ts'
import { STYLE } from '../../oauth/pages/style.ts'
import { brandFiles } from './brand-files.ts'
import { BRAND_STYLE, fontsOf } from './brand-style.ts'

const app = Fastify()
await app.register(brandFiles)
atEnd(() => app.close())

const get = (url: string) => app.inject({ url })
const read = (file: string) => readFile(join(ROOT, file), 'utf8')
const named = (style: string, pattern: RegExp) => [...style.matchAll(pattern)].map(([, name = '']) => name)

test('serves the style, the mark, and every font that the style or a page names', async () => {
  const { statusCode, headers, body } = await get('/brand/brand.css')
  assert.deepEqual([statusCode, headers['content-type'], body], [200, 'text/css; charset=utf-8', BRAND_STYLE])
  assert.match((await get('/brand/icon.svg')).body, /^<svg xmlns=/)
  const fonts = named(BRAND_STYLE, /url\(([^)]+)\)/g)
  assert.equal(fonts.length, 6)
  for (const url of [...fonts, ...fontsOf('en'), ...fontsOf('ar')]) {
    const font = await get(url)
    assert.deepEqual([font.headers['content-type'], font.rawPayload.toString('latin1', 0, 4)], ['font/woff2', 'wOF2'])
    assert.ok(fonts.includes(url), url)
  }
})

test('the style sheets of all pages speak of colours by name, and of names that there are', async () => {
  const sheets = {
    console: await read('console/src/app/styles.css'),
    connecting: STYLE.replace(BRAND_STYLE, ''),
    paying: await read('server/src/pay/assets/pay.css'),
  }
  const known = new Set(named(BRAND_STYLE, /--([\w-]+):/g))
  for (const [name, sheet] of Object.entries(sheets)) {
    const own = new Set(named(sheet, /--([\w-]+):/g))
    const spoken = named(sheet, /var\(--([\w-]+)/g).filter(one => !one.startsWith('mantine-') && !own.has(one))
    assert.ok(spoken.length > 20, name)
    assert.deepEqual(
      spoken.filter(one => !known.has(one)),
      [],
      name,
    )
    // A QR code is black on white, or cameras cannot read it.
    assert.deepEqual(named(sheet.replace(/\.qr \{[^}]*\}/, ''), /(#[\da-f]{3,8}|\b(?:rgb|hsl)a?\()\b/gi), [], name)
  }
})
