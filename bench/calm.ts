import { readFile } from 'node:fs/promises'

/** Beyond this share of the processors' time, what a run shows is how busy other machines were. */
const MOST_STOLEN = 0.02
/** A machine that is never left alone is measured as it is: so many runs are repeated, and no more. */
const MOST_REPEATED = 30

/** What the processors have spent since boot, in ticks: all of it, and what went to other machines on the same host (Linux). */
async function spent(): Promise<{ all: number; stolen: number }> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8').catch(() => '')).split('\n')
  const ticks = line.split(/\s+/).slice(1, 9).map(Number)
  return { all: ticks.reduce((sum, one) => sum + one, 0), stolen: ticks[7] ?? 0 }
}

let repeated = 0
let disturbed = 0

/** Runs again what other machines took processor time from. */
export async function calmly<Result>(run: () => Promise<Result>): Promise<Result> {
  for (;;) {
    const before = await spent()
    const result = await run()
    const after = await spent()
    if (after.stolen - before.stolen <= (after.all - before.all) * MOST_STOLEN) return result
    disturbed++
    if (repeated++ >= MOST_REPEATED) return result
  }
}

/** Says how many runs were disturbed since it was last asked; nothing where none was. */
export function disturbances(): string {
  const text = disturbed > 0 ? `  (other machines took part of the processors' time from ${disturbed} runs)` : ''
  disturbed = 0
  return text
}
