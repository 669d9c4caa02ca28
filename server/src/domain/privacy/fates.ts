import { CLINICAL_FATES } from './clinical-fates.ts'
import type { Fate } from './fate.ts'
import { FILE_FATES } from './file-fates.ts'
import { KEPT_TABLES } from './kept-tables.ts'
import { MONEY_FATES } from './money-fates.ts'

/** What becomes of each column of what a clinic keeps of a patient, by table. */
export const FATES: Readonly<Record<string, Fate>> = { ...FILE_FATES, ...CLINICAL_FATES, ...MONEY_FATES }

/** The tables of which nothing is emptied. */
export const KEPT: readonly string[] = Object.values(KEPT_TABLES).flat()
