import type { Random } from './random.ts'

const FRONT = [11, 12, 13, 21, 22, 23, 31, 41]
const PREMOLARS = [14, 15, 24, 25, 34, 35, 44, 45]
const MOLARS = [16, 17, 26, 27, 36, 37, 46, 47]
const WISDOM = [18, 28, 38, 48]
const MILK = [54, 55, 64, 65, 74, 75, 84, 85]
const ANY = [...FRONT, ...PREMOLARS, ...MOLARS]

/** What an insurer wants to be asked about first. */
export const ASKED_ABOUT = /crown|Implant|Impacted|Surgical|braces|aligners|biopsy/
/** What no insurer bears. */
const NOT_BORNE = /whitening|Veneer|aligners|Cryotherapy|Follow-up/

/** How insurers see a procedure. */
export const seenByInsurers = (name: string) => ({
  covered: !NOT_BORNE.test(name),
  approval_required: ASKED_ABOUT.test(name),
})

/** What a procedure is done on and how many visits it takes, by the beginning of its name. */
interface Habit {
  teeth?: readonly number[]
  parts?: readonly string[]
  /** One visit each; a single visit where there are none. */
  steps?: readonly string[]
  /** Days from one step to the next. */
  everyDays?: number
  /** Why it is done. */
  reason?: string
}

const MONTHS = Array.from({ length: 24 }, (_, month) =>
  month === 0 ? 'Bond the braces' : `Adjustment, month ${month}`,
)
const ALIGNERS = Array.from({ length: 14 }, (_, pair) => `Aligners ${pair + 1}`)
const ROOT_CANAL = ['Open and clean', 'Shape and medicate', 'Fill']

const HABITS: readonly (readonly [name: string, Habit])[] = [
  [
    'Root canal, front',
    { reason: 'Irreversible pulpitis', teeth: FRONT, parts: ['root'], steps: ROOT_CANAL, everyDays: 7 },
  ],
  [
    'Root canal, premolar',
    { reason: 'Irreversible pulpitis', teeth: PREMOLARS, parts: ['root'], steps: ROOT_CANAL, everyDays: 7 },
  ],
  ['Root canal', { reason: 'Irreversible pulpitis', teeth: MOLARS, parts: ['root'], steps: ROOT_CANAL, everyDays: 7 }],
  ['Composite', { reason: 'Caries', teeth: ANY, parts: ['occlusal', 'mesial', 'distal'] }],
  ['Core', { reason: 'Broken cusp', teeth: MOLARS, parts: ['crown'] }],
  [
    'Veneer',
    { reason: 'Worn enamel', teeth: FRONT, parts: ['labial'], steps: ['Prepare and scan', 'Bond'], everyDays: 10 },
  ],
  [
    'Zirconia',
    { reason: 'Broken tooth', teeth: ANY, parts: ['crown'], steps: ['Prepare and scan', 'Fit'], everyDays: 10 },
  ],
  ['Porcelain', { reason: 'Broken tooth', teeth: ANY, parts: ['crown'], steps: ['Prepare', 'Fit'], everyDays: 10 }],
  ['Full denture', { reason: 'Missing teeth', steps: ['Impression', 'Try-in', 'Fit'], everyDays: 8 }],
  ['Simple extraction', { reason: 'Tooth beyond repair', teeth: ANY }],
  ['Surgical extraction', { reason: 'Tooth beyond repair', teeth: MOLARS }],
  ['Impacted', { reason: 'Impacted tooth', teeth: WISDOM }],
  [
    'Implant fixture',
    { reason: 'Missing tooth', teeth: MOLARS, parts: ['root'], steps: ['Place', 'Check', 'Uncover'], everyDays: 30 },
  ],
  [
    'Implant crown',
    { reason: 'Missing tooth', teeth: MOLARS, parts: ['crown'], steps: ['Impression', 'Fit'], everyDays: 12 },
  ],
  ['Stainless', { reason: 'Deep caries of a milk tooth', teeth: MILK, parts: ['crown'] }],
  ['Pulpotomy', { reason: 'Deep caries of a milk tooth', teeth: MILK, parts: ['pulp'] }],
  ['Fissure', { teeth: MOLARS, parts: ['occlusal'] }],
  ['Periapical', { teeth: ANY }],
  ['Fixed braces', { reason: 'Crowding', steps: MONTHS, everyDays: 30 }],
  ['Clear aligners', { reason: 'Crowding', steps: ALIGNERS, everyDays: 14 }],
]

export const habitOf = (name: string): Habit => HABITS.find(([start]) => name.startsWith(start))?.[1] ?? {}

/** Where on a patient the procedure is done this time. */
export function placeOf(random: Random, name: string): { tooth: number[]; tooth_part: string[]; child: boolean } {
  const { teeth, parts } = habitOf(name)
  if (!teeth) return { tooth: [], tooth_part: [], child: false }
  const tooth = random.pick(teeth)
  return { tooth: [tooth], tooth_part: parts ? [random.pick(parts)] : [], child: tooth > 50 }
}
