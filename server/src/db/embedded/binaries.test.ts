import assert from 'node:assert/strict'
import { chmod, chown, mkdir, mkdtemp, readlink, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { completeLinks } from './binaries.ts'

let folder: string
let lib: string
beforeEach(async () => {
  folder = await mkdtemp(join(await realpath(tmpdir()), 'clinic-links-'))
  lib = join(folder, 'native/lib')
  await mkdir(lib, { recursive: true })
  await writeFile(join(lib, 'libpq.so.5.18'), 'library')
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
  await writeFile(join(folder, 'native/pg-symlinks.json'), JSON.stringify(links))
})
afterEach(async () => {
  await chmod(lib, 0o755)
  await rm(folder, { recursive: true, force: true })
})

test('makes the links that a blocked install script left out, once', async () => {
  const ways = await Promise.all([
    completeLinks(folder, join(folder, 'own')),
    completeLinks(folder, join(folder, 'own')),
  ])
  assert.deepEqual(ways, [undefined, undefined])
  assert.equal(await readlink(join(lib, 'libpq.so.5')), 'libpq.so.5.18')
  assert.equal(await completeLinks(folder, join(folder, 'own')), undefined)
})

test('makes them in a folder of its own where the package may not be written', async () => {
  await chmod(lib, 0o555)
  const own = join(folder, 'own')
  const made = await asOrdinaryUser(folder, () => completeLinks(folder, own))
  assert.equal(made, `${own}:${lib}`)
  assert.equal(await readlink(join(own, 'libpq.so.5')), join(lib, 'libpq.so.5.18'))
})

/** Root may write everywhere, so it steps down for this one. */
async function asOrdinaryUser<T>(place: string, act: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return act()
  await chown(place, 65534, 65534)
  process.seteuid?.(65534)
  return act().finally(() => process.seteuid?.(0))
}
