import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of this package, wherever in it the bundle lies. */
export function packageRoot(from = import.meta.dirname): string {
  return existsSync(join(from, 'package.json')) ? from : packageRoot(dirname(from))
}
