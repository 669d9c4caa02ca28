import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { packageRoot } from '../package-root.ts'
import { type Row, rowOf } from '../records.ts'
import type { Template } from './templates.ts'

/** What npm leaves out of packages, or reads as being about the package itself, has another name in ours. */
const RENAMED: readonly (readonly [RegExp, string])[] = [
  [/^gitignore$/, '.gitignore'],
  [/^github[/\\]/, '.github/workflows/'],
]
const written = (path: string): string =>
  RENAMED.reduce((name, [pattern, instead]) => name.replace(pattern, instead), path)

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (whole, key) => values[key] ?? whole)

async function filesOf({ layers }: Template): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const layer of layers) {
    const cwd = join(packageRoot(), 'templates', layer)
    for (const entry of await readdir(cwd, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const name = path.slice(cwd.length + 1)
      if (name !== 'package.json') files.set(written(name), await readFile(path, 'utf8'))
    }
  }
  return files
}

/** What each layer says of the package, put together. */
async function packageOf({ layers }: Template, slug: string, named: Readonly<Record<string, string>>): Promise<Row> {
  const { '@clinic/cli': cli, ...runtime } = named
  const parts = await Promise.all(
    layers.map(async layer => {
      const path = join(packageRoot(), 'templates', layer, 'package.json')
      return rowOf(JSON.parse(await readFile(path, 'utf8').catch(() => '{}')))
    }),
  )
  const all = (key: string) => Object.assign({}, ...parts.map(part => rowOf(part[key])))
  const plg = all('plg')
  return {
    ...{ name: slug, version: '0.1.0', private: true, type: 'module', engines: { node: '>=20.19' } },
    scripts: all('scripts'),
    dependencies: { ...runtime, ...all('dependencies') },
    devDependencies: { '@clinic/cli': cli, ...all('devDependencies') },
    ...(Object.keys(plg).length > 0 && { plg }),
  }
}

/** Writes a project; answers its files. */
export async function writeTemplate(
  folder: string,
  template: Template,
  { slug, name, named }: { slug: string; name: string; named: Readonly<Record<string, string>> },
): Promise<string[]> {
  const values = { slug, name, entry: template.entry, more: template.more ?? '' }
  const files = await filesOf(template)
  files.set('package.json', `${JSON.stringify(await packageOf(template, slug, named), null, 2)}\n`)
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), filled(text, values))
  }
  return [...files.keys()].sort()
}
