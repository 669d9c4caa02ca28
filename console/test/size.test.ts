import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
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

test('what is loaded on the way into a room is at most 60 kB of JavaScript a file, compressed', async t => {
  const files = (await readdir(join(BUILT, 'assets'))).filter(file => file.endsWith('.js'))
  const html = await readFile(join(BUILT, 'index.html'), 'utf8')
  const later = files.filter(file => !html.includes(file))
  const sizes = await Promise.all(
    later.map(async file => ({ file, size: (await stat(join(BUILT, `assets/${file}.gz`))).size })),
  )
  const [largest] = sizes.sort((one, other) => other.size - one.size)
  t.diagnostic(`${sizes.length} files, the largest ${largest?.file} with ${largest?.size}`)
  assert.ok(sizes.length > 10)
  assert.ok((largest?.size ?? 0) <= 60_000)
})
