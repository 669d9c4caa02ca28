import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { writeFamilies } from './families.ts'
import { writeReference } from './reference.ts'
import { writeRequests } from './requests.ts'

/**
 * Writes dist/: one file that starts without any package, and one more for each part that a command loads when it runs. The
 * contract, which `lint` alone needs, is such a part.
 */
export async function buildCli(dir = join(import.meta.dirname, 'dist')): Promise<void> {
  const bundle = await rolldown({
    input: { plg: join(import.meta.dirname, 'src/main.ts') },
    platform: 'node',
    treeshake: { moduleSideEffects: false },
  })
  try {
    await rm(dir, { recursive: true, force: true })
    await bundle.write({ dir, format: 'esm', chunkFileNames: '[name]-[hash].js', minify: true })
    await writeFamilies(dir)
    await writeReference(dir)
    await writeRequests(dir)
  } finally {
    await bundle.close()
  }
}

if (import.meta.main) await buildCli()
