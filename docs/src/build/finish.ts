import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64')

const STYLE = / style="([^"]*)"/g
/** Moves what stands in `style` attributes into rules, which a policy can allow without allowing everything. */
function withoutStyles(html: string, rules: Map<string, number>): string {
  return html.replaceAll(STYLE, (_, style: string) => {
    const number = rules.get(style) ?? rules.size
    rules.set(style, number)
    return ` data-s="${number}"`
  })
}

const SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/** The pages of other surfaces come after those for plugins, where both hold a word. */
const weighed = (file: string, html: string): string =>
  /^(?:ar\/)?(?:staff|publisher|platform)\//.test(file)
    ? html.replace('data-pagefind-body', 'data-pagefind-body data-pagefind-weight="0.2"')
    : html

/** What a narrow window scrolls to the side can be reached by keyboard. */
const reachable = (html: string): string =>
  html
    .replaceAll('<pre ', '<pre tabindex="0" ')
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')

async function finish(folder: string): Promise<void> {
  const rules = new Map<string, number>()
  const scripts = new Set<string>()
  const pages = await Promise.all(
    (await readdir(folder, { recursive: true }))
      .filter(file => file.endsWith('.html'))
      .sort()
      .map(async file => {
        const html = withoutStyles(reachable(weighed(file, await readFile(join(folder, file), 'utf8'))), rules)
        for (const [, script = ''] of html.matchAll(SCRIPT)) scripts.add(script)
        return { file, html }
      }),
  )
  const css = [...rules].map(([style, number]) => `[data-s="${number}"]{${style}}`).join('\n')
  const name = `_astro/styles.${hashOf(css).replaceAll(/\W/g, '').slice(0, 8)}.css`
  await writeFile(join(folder, name), css)
  const link = `<link rel="stylesheet" href="/docs/${name}"></head>`
  for (const { file, html } of pages) await writeFile(join(folder, file), html.replace('</head>', link))
  await recolour(folder)
  await writeFile(join(folder, POLICY), policyOf([...scripts].sort()))
}

/** The rules that colour code go by the attribute that was taken away. */
async function recolour(folder: string): Promise<void> {
  const names = await readdir(join(folder, '_astro'))
  const files = names.filter(name => /^ec\..*\.css$/.test(name)).map(name => join(folder, '_astro', name))
  for (const file of files)
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll("span[style^='--']", 'span[data-s]'))
}

export const POLICY = 'policy.txt'

/** Nothing but this origin, and of what is inline only the scripts that Starlight wrote; the search compiles WebAssembly. */
const policyOf = (scripts: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval' ${scripts.map(script => `'sha256-${hashOf(script)}'`).join(' ')}`,
    ...["style-src 'self'", "img-src 'self' data:", "font-src 'self'", "connect-src 'self'", "worker-src 'self'"],
    ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
  ].join('; ')

/** Stands before Starlight, so that the search reads the pages as they are served. */
export const finishing: AstroIntegration = {
  name: 'docs-finishing',
  hooks: { 'astro:build:done': ({ dir }) => finish(fileURLToPath(dir)) },
}
