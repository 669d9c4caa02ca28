import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../runner/files.ts'
import { type Claim, sourceOf } from './written-statements.ts'

/** A claim with the types of what PostgreSQL answers to its statements. */
export interface Answered extends Claim {
  answers: readonly string[]
}

const COMPARE = join(ROOT, 'server/test/statements/compare.ts')

/** Compiles a copy of the server that holds every claim against the answers; answers errors such as `file:12: id may be null`. */
export async function mismatches(claims: readonly Answered[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'statements-'))
  try {
    await copySources(folder)
    for (const [file, own] of Map.groupBy(claims, ({ file }) => file)) {
      const path = join(folder, relative(ROOT, file))
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, withChecks(sourceOf(file), own))
    }
    return await errorsIn(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function copySources(folder: string): Promise<void> {
  const filter = (path: string) => !path.endsWith('.test.ts')
  await cp(join(ROOT, 'server/src'), join(folder, 'server/src'), { recursive: true, filter })
  await cp(join(ROOT, 'server/package.json'), join(folder, 'server/package.json'))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const compilerOptions = { incremental: false, tsBuildInfoFile: null }
  const config = { extends: join(ROOT, 'tsconfig.json'), compilerOptions, include: ['server'] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
}

/** `sql<Type>(…)` becomes `sql<Checked<Type, Wrong<Type, Answer>>>(…)`. */
function withChecks(source: string, claims: readonly Answered[]): string {
  const lastFirst = claims.toSorted((a, b) => b.start - a.start)
  return lastFirst.reduce((text, { start, end, answers }) => {
    const type = text.slice(start, end)
    const wrong = answers.map(answer => `import('${COMPARE}').Wrong<${type}, ${answer}>`).join(' | ')
    return `${text.slice(0, start)}import('${COMPARE}').Checked<${type}, ${wrong}>${text.slice(end)}`
  }, source)
}

/** The compiler's errors; of one that comes of a comparison, what the comparison says. */
async function errorsIn(folder: string): Promise<string[]> {
  const tsc = join(ROOT, 'node_modules/.bin/tsc')
  const run = promisify(execFile)(tsc, ['--noEmit', '--pretty', 'false'], { cwd: folder })
  const { stdout } = await run.catch(failed => failed)
  const errors = [...String(stdout).matchAll(/^(\S+?)\((\d+),\d+\): error \w+: (.*(?:\n .*)*)/gm)]
  return errors.map(([, file, line, text = '']) => {
    const said = [...text.matchAll(/"([^"]+)"/g)].map(([, words]) => words)
    return `${file}:${line}: ${said.length > 0 ? [...new Set(said)].join(', ') : text}`
  })
}
