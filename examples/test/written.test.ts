import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { machine } from '../../cli/test/machine.ts'

const EXAMPLES = join(import.meta.dirname, '..')
const NAMES = ['accounting-export', 'lab-portal', 'recall-bot']
const MOST_WORDS = 1500
const MOST_LINES = 8

const textOf = (...path: string[]) => readFile(join(EXAMPLES, ...path), 'utf8')

/** The blocks of a page, with what language each is in. */
const blocksOf = (page: string) =>
  [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({ language, code }))

test('each example has a manifest in which plg lint finds nothing', async () => {
  const here = await machine()
  const folders = await Array.fromAsync(glob('*/manifest.json', { cwd: EXAMPLES }))
  assert.deepEqual(
    folders.sort(),
    NAMES.map(name => join(name, 'manifest.json')),
  )
  for (const path of folders) {
    const { code, rows, stderr } = await here.plg(['lint', join(EXAMPLES, path)])
    assert.deepEqual([code, rows], [0, []], `${path} ${stderr}`)
  }
})

for (const name of NAMES)
  test(`the code that the tutorial of ${name} shows stands in its sources, literally, and the page is short`, async () => {
    const page = await textOf(name, 'TUTORIAL.md')
    assert.match(page, /^---\ntitle: \S.*\ndescription: \S.*\n---\n/)
    assert.ok(page.split(/\s+/).length < MOST_WORDS)
    const files = await Array.fromAsync(glob(['manifest.json', '{src,test}/*.ts'], { cwd: join(EXAMPLES, name) }))
    const sources = await Promise.all(files.map(file => textOf(name, file)))
    const shown = blocksOf(page)
    assert.ok(shown.length >= 8)
    for (const { code } of shown)
      assert.ok(
        sources.some(source => source.includes(code)),
        `not in ${name}: ${code}`,
      )
  })

for (const name of NAMES)
  test(`the README of ${name} says in at most ${MOST_LINES} lines how to run it, by scripts and commands that there are`, async () => {
    const [sh, ...more] = blocksOf(await textOf(name, 'README.md'))
    assert.ok(sh && more.length === 0)
    const lines = sh.code.trim().split('\n')
    assert.ok(lines.length <= MOST_LINES)
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(await textOf(name, 'package.json'))
    const here = await machine()
    for (const line of lines) {
      const [, script] = /^npm run -s (\S+)/.exec(line) ?? []
      if (script !== undefined) assert.ok(script in scripts, line)
      const [, command, verb] = /^npx plg (\w+)(?: (clock))?/.exec(line) ?? []
      if (command !== undefined)
        assert.equal((await here.plg([command, ...(verb ? [verb] : []), '--help'])).code, 0, line)
    }
  })
