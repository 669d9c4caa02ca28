import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { companyIdOf, PLANS } from './plans.ts'

export const demoPath = (dataDir: string): string => join(dataDir, 'demo.json')

/** Whether demo.json tells of every clinic of the demo; asked at every start, so without the code that makes them. */
export async function isDemoTold(dataDir: string): Promise<boolean> {
  const text = await readFile(demoPath(dataDir), 'utf8').catch(() => '')
  return PLANS.every(plan => text.includes(`"${companyIdOf(plan)}"`))
}
