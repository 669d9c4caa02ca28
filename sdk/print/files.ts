import { printedClinic } from './clinic.ts'
import { printedEvents, printedReads } from './events.ts'
import { printedExamples } from './examples.ts'
import { printedLists } from './lists.ts'
import { printedManifest, printedManifestSchema } from './manifest.ts'
import { printedInputs, printedResources } from './resources.ts'
import { printedRoutes } from './routes.ts'

const HEAD = '// Printed from the contract by `npm run sdk:print`; do not edit.\n'

/** Names of one printed file that another uses. */
function imports(text: string, from: string, file: string, besides: readonly string[] = []): string {
  const declared = [...from.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name = '']) => name)
  const used = declared.filter(name => !besides.includes(name) && new RegExp(`\\b${name}\\b`).test(text)).sort()
  return used.length === 0 ? '' : `import type {\n${used.map(name => `${name},`).join('\n')}\n} from './${file}'\n`
}

/** Lines set in by the brackets that are open before them. */
function indented(text: string): string {
  let depth = 0
  const lines = text.split('\n').map(line => {
    const bare = line.trimStart()
    const own = /^[}\])]/.test(bare) ? depth - 1 : depth
    if (!/^\/?\*/.test(bare)) depth += (bare.match(/[{[(]/g)?.length ?? 0) - (bare.match(/[}\])]/g)?.length ?? 0)
    const star = bare.startsWith('*') ? ' ' : ''
    return bare === '' ? '' : '  '.repeat(own) + star + bare
  })
  return lines.join('\n')
}

const CALLS = `import type { Call, CallOptions, EventFollowing, FileUploads, List, Sync } from '../calls.ts'\n`

/** Every printed file by its name. */
export function printedFiles(): Readonly<Record<string, string>> {
  const [resources, inputs, events, clinic] = [printedResources(), printedInputs(), printedEvents(), printedClinic()]
  const files = {
    'resources.generated.ts': resources,
    'inputs.generated.ts': `${imports(inputs, resources, 'resources.generated.ts')}\n${inputs}`,
    'lists.generated.ts': printedLists(),
    'events.generated.ts': `${imports(events, resources, 'resources.generated.ts')}\n${events}`,
    'reads.generated.ts': printedReads(),
    'clinic.generated.ts': [
      CALLS,
      imports(clinic, inputs, 'inputs.generated.ts'),
      imports(clinic, resources, 'resources.generated.ts'),
      `\n${clinic}`,
    ].join(''),
    'routes.generated.ts': printedRoutes(),
    'examples.generated.ts': printedExamples(),
    'manifest.generated.ts': printedManifest(),
  }
  const headed = Object.entries(files).map(([name, text]) => [name, HEAD + indented(text)])
  return { ...Object.fromEntries(headed), 'manifest.schema.generated.json': printedManifestSchema() }
}
