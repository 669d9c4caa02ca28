import { basename, extname, relative } from 'node:path'

/** What a plugin is written in. What it writes itself, such as a database, is no reason to start it again. */
const SOURCES = ['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx', '.py', '.html', '.css']
const NAMED = ['.env', 'package.json', 'manifest.json']
/** Folders that are not written by hand, and are large. */
const LEFT_OUT = /^(node_modules|vendor|dist|build|coverage|\..+)$/
const SETTLE_MS = 100

/**
 * Tells which files of a folder have changed, after a moment in which none does: an editor writes several. The recursive
 * watching of Node would go into node_modules, and cannot be told not to.
 */
export async function watchSources(
  folder: string,
  onChange: (names: readonly string[]) => void,
): Promise<() => Promise<void>> {
  const { watch } = await import('chokidar')
  let changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const watcher = watch(folder, {
    ignoreInitial: true,
    ignored: (path, stats) =>
      path !== folder && !stats?.isFile() && !NAMED.includes(basename(path)) && LEFT_OUT.test(basename(path)),
  })
  watcher.on('all', (_kind, path) => {
    const name = relative(folder, path)
    if (!NAMED.includes(name) && !SOURCES.includes(extname(name))) return
    changed.add(name)
    clearTimeout(timer)
    timer = setTimeout(() => {
      const names = [...changed]
      changed = new Set()
      onChange(names)
    }, SETTLE_MS)
  })
  await new Promise<void>(resolve => watcher.once('ready', () => resolve()))
  return () => watcher.close()
}
