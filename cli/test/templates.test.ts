import assert from 'node:assert/strict'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { validateManifest } from '@clinic/contract/manifest.ts'
import { npm, ran } from '../../sdk/pack.ts'
import { folder, plainNode, ROOT } from '../../sdk/test/packed.ts'
import { TEMPLATES } from '../src/init/templates.ts'
import { packedDeveloper } from './packed-developer.ts'

const { home, plg } = await packedDeveloper()
const plain = await plainNode()
const onMachine = { PATH: `${dirname(plain)}:${process.env.PATH}` }

/** What a template takes from a registry; here it is that of this repository. */
const LENT: Readonly<Record<string, readonly string[]>> = {
  express: ['express'],
  fastify: ['fastify'],
  next: ['@types/react', 'csstype'],
}

async function lend(into: string, names: readonly string[], from: string): Promise<void> {
  for (const name of names) {
    const place = join(into, 'node_modules', name)
    await mkdir(dirname(place), { recursive: true })
    await symlink(join(from, 'node_modules', name), place)
  }
}

const readJson = async (path: string) => JSON.parse(await readFile(path, 'utf8'))

describe('with the packages as they are packed', { concurrency: true }, () => {
  for (const template of Object.keys(TEMPLATES))
    test(`the template ${template} passes its own tests and those of types`, async () => {
      const project = join(home, `my-${template}`)
      const { code, stderr, rows } = await plg(['init', project, '--template', template])
      assert.deepEqual([code, rows[0]?.id], [0, `my-${template}`], stderr)
      assert.match(stderr, /\n {2}cd my-\w+\n {2}npm install\n {2}npx plg dev\n$/)
      const { dependencies, scripts } = await readJson(join(project, 'package.json'))
      assert.match(dependencies['@clinic/sdk'], /^file:vendor\/clinic-sdk-.+\.tgz$/)
      assert.deepEqual(validateManifest(await readJson(join(project, 'manifest.json'))), [])
      assert.match(await readFile(join(project, '.gitignore'), 'utf8'), /^\.env$/m)
      for (const name of ['AGENTS.md', 'README.md', '.github/workflows/test.yml'])
        assert.doesNotMatch(await readFile(join(project, name), 'utf8'), /\{\{/)
      if (LENT[template] || template === 'workers') {
        await lend(project, ['@clinic/sdk'], home)
        await lend(project, LENT[template] ?? [], ROOT)
      } else await npm(project, 'install')
      assert.equal(scripts.test, 'node --test')
      await ran(project, plain, ['--test'], onMachine)
      const types = ['--typeRoots', join(ROOT, 'node_modules/@types')]
      // The types of Express come from a registry.
      const lenient = template === 'express' ? ['--noImplicitAny', 'false'] : []
      const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
      await ran(project, process.execPath, [compiler, '-p', 'jsconfig.json', ...types, ...lenient])
    })
})

test('init leaves a folder alone that is not empty, and names what makes no slug', async () => {
  const full = await folder('plg-full-')
  await writeFile(join(full, 'notes.txt'), 'mine')
  const refused = await plg(['init', full])
  assert.deepEqual([refused.code, refused.error.code], [2, 'usage'])
  assert.match(String(refused.error.message), /is not empty/)
  const nameless = await plg(['init', join(home, '42')])
  assert.match(String(nameless.error.message), /--slug/)
  const unknown = await plg(['init', join(home, 'other'), '--template', 'rust'])
  assert.deepEqual([unknown.code, unknown.error.code], [2, 'usage'])
})
