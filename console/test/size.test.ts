import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

const BUILT = join(import.meta.dirname, '../dist')

/** What the page names in its head, and so loads before anything is seen. */
async function firstLoad(kind: string): Promise<number> {
  const html = await readFile(join(BUILT, 'index.html'), 'utf8')
  const files = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, path = '']) => path)
  const sizes = files
    .filter(file => file.endsWith(kind))
    .map(async file => (await stat(join(BUILT, `${file}.gz`))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

test('the first load is at most 230 kB of JavaScript and 30 kB of styles, compressed', async t => {
  const [scripts, styles] = [await firstLoad('.js'), await firstLoad('.css')]
  t.diagnostic(`${Math.round(scripts / 1_000)} kB of JavaScript, ${Math.round(styles / 1_000)} kB of styles`)
  assert.ok(scripts > 50_000 && scripts <= 230_000, `${scripts}`)
  assert.ok(styles > 5_000 && styles <= 30_000, `${styles}`)
})
