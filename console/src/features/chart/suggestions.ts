import type { FINDINGS } from '@clinic/contract/staff/chart-item.ts'
import { folded } from '../../lib/folded.ts'
import type { Entry } from './parse-entry.ts'

export type Finding = (typeof FINDINGS)[number]

/** What can be charted, by a name that it is looked for by. */
export interface Choice {
  key: string
  name: string
  /** Further words that it is found by. */
  also: readonly string[]
  procedureId?: string
  finding?: Finding
}

/** What is done on surfaces, by how a price list calls it. */
const OF_SURFACES = /fill|compos|amalg|restor|inlay|onlay|حشو|ترميم/
const FOUND_ON_SURFACES: Partial<Record<Entry['kind'], Finding>> = { CONDITION: 'CARIES', EXISTING: 'FILLING' }

/**
 * What an entry may mean, the likeliest first: what begins with the words before what holds them; of the same rank what was
 * charted last for the patient, then what surfaces are named for, then the order of the list.
 */
export function suggestionsFor(entry: Entry, choices: readonly Choice[], lastKeys: readonly string[]): Choice[] {
  const words = folded(entry.words).split(' ').filter(Boolean)
  return choices
    .filter(choice => (entry.kind === 'CONDITION' || entry.kind === 'EXISTING' ? true : choice.finding === undefined))
    .map((choice, place) => ({ choice, place, rank: rankOf(choice, words) }))
    .filter(({ rank }) => rank < NO_RANK)
    .sort((a, b) => a.rank - b.rank || likelihood(a.choice) - likelihood(b.choice) || a.place - b.place)
    .map(({ choice }) => choice)

  function likelihood(choice: Choice): number {
    const isOfSurfaces = choice.finding ? FOUND_ON_SURFACES[entry.kind] === choice.finding : isDoneOnSurfaces(choice)
    const fits = entry.surfaces === '' || isOfSurfaces ? 0 : 1_000
    const last = lastKeys.indexOf(choice.key)
    const isKindFirst = choice.finding ? 0 : entry.kind === 'CONDITION' || entry.kind === 'EXISTING' ? 500 : 0
    return fits + isKindFirst + (last === -1 ? 100 : last)
  }
}

const NO_RANK = 3

function rankOf({ name, also }: Choice, words: readonly string[]): number {
  if (words.length === 0) return 0
  const texts = [name, ...also].map(folded)
  const whole = words.join(' ')
  if (texts.some(text => text.startsWith(whole))) return 0
  if (texts.some(text => words.every(word => text.split(/[\s-]+/).some(part => part.startsWith(word))))) return 1
  return texts.some(text => words.every(word => text.includes(word))) ? 2 : NO_RANK
}

const isDoneOnSurfaces = ({ name, also }: Choice): boolean =>
  [name, ...also].some(text => OF_SURFACES.test(folded(text)))
