import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { npm, tarball } from '../../sdk/pack.ts'
import { folder, ROOT } from '../../sdk/test/packed.ts'
import { BUILT, machine } from './machine.ts'

/** The tarball of plg, put together beside the checkout. */
async function cliTarball(): Promise<string> {
  const stage = await folder('cli-pack-')
  await cp(BUILT, join(stage, 'dist'), { recursive: true })
  for (const name of ['package.json', 'bin', 'templates'])
    await cp(join(ROOT, 'cli', name), join(stage, name), { recursive: true })
  const printed = await npm(stage, 'pack', '--silent', '--ignore-scripts')
  return join(stage, printed.trim().split('\n').at(-1) ?? '')
}

/** A developer who has the SDK and plg as they are packed, and nothing else of this repository. */
export const packedDeveloper = (url?: string) =>
  machine(url, async home => {
    const packages = await Promise.all([tarball(await folder('sdk-pack-')), cliTarball()])
    await npm(home, 'install', '--prefix', '.', ...packages)
    return join(home, 'node_modules/@clinic/cli/bin/plg.js')
  })
