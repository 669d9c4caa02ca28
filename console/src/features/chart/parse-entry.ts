import { PLAN_PHASES } from '@clinic/contract/staff/chart-item.ts'
import { isSurfaceLetter, isTooth, surfaceOf } from '@clinic/contract/teeth.ts'
import { folded } from '../../lib/folded.ts'
import { teethBetween } from './arches.ts'

/** What is charted: the plan, what was there already, what was found, or what was done today. */
export type EntryKind = 'PLANNED' | 'EXISTING' | 'CONDITION' | 'DONE'
export type Phase = (typeof PLAN_PHASES)[number]

/** What is typed to chart something: `[prefix] teeth [surfaces] [procedure] [xN] [@phase]`. */
export interface Entry {
  kind: EntryKind
  teeth: readonly number[]
  /** The letters of the surfaces, which each of the teeth has. */
  surfaces: string
  /** What the procedure or the finding is looked for by. */
  words: string
  quantity?: number
  phase?: Phase
}

/** Why a text is no entry. */
export type EntryFault = 'tooth' | 'range' | 'quantity' | 'phase'
export type Parsed = { entry: Entry } | { fault: EntryFault; at: string }

const KINDS: Readonly<Record<string, EntryKind>> = { e: 'EXISTING', '!': 'CONDITION', '.': 'DONE' }
/** A prefix stands before teeth, beside them or apart: a word that only begins with its letter is none. */
const PREFIX = /^([e!.])\s*(?=\d\d|$)|^([!.])\s*/
const TEETH = /^\d\d(-\d\d)?(,\d\d(-\d\d)?)*,?$/
const QUANTITY = /^[x×](\d+)$/

/** Reads what was typed, in either digits; of what is half typed as much as there is. */
export function parseEntry(text: string): Parsed {
  const plain = folded(text).replaceAll('،', ',').trim()
  const [found = ''] = PREFIX.exec(plain) ?? []
  const kind = KINDS[found.trim()] ?? 'PLANNED'
  const words = plain.slice(found.length).split(/\s+/).filter(Boolean)
  const [first = ''] = words
  const named = TEETH.test(first) ? teethOf(first) : { teeth: [] }
  if ('fault' in named) return named
  const rest = TEETH.test(first) ? words.slice(1) : words
  return entryOf({ kind, teeth: named.teeth }, rest)
}

function teethOf(list: string): { teeth: number[] } | { fault: EntryFault; at: string } {
  const teeth: number[] = []
  for (const part of list.split(',').filter(Boolean)) {
    const [from = 0, to = from] = part.split('-').map(Number)
    if (!isTooth(from) || !isTooth(to)) return { fault: 'tooth', at: part }
    const between = teethBetween(from, to)
    if (!between) return { fault: 'range', at: part }
    teeth.push(...between.filter(tooth => !teeth.includes(tooth)))
  }
  return { teeth }
}

function entryOf({ kind, teeth }: Pick<Entry, 'kind' | 'teeth'>, rest: readonly string[]): Parsed {
  const entry: Entry = { kind, teeth, surfaces: '', words: '' }
  const words: string[] = []
  for (const [index, word] of rest.entries()) {
    const often = QUANTITY.exec(word)?.[1]
    if (often !== undefined) {
      entry.quantity = Number(often)
      if (entry.quantity < 1 || entry.quantity > 100) return { fault: 'quantity', at: word }
    } else if (word.startsWith('@')) {
      const phase = phaseOf(word.slice(1))
      if (!phase) return { fault: 'phase', at: word }
      entry.phase = phase
    } else if (index === 0 && areSurfaces(teeth, word)) entry.surfaces = word
    else words.push(word)
  }
  return { entry: { ...entry, words: words.join(' ') } }
}

/** Letters of surfaces, each once, that each of the teeth has: what is none of that is a word. */
const areSurfaces = (teeth: readonly number[], word: string): boolean =>
  teeth.length > 0 &&
  new Set(word).size === word.length &&
  [...word].every(letter => isSurfaceLetter(letter) && teeth.every(tooth => surfaceOf(tooth, letter) !== undefined))

const phaseOf = (begun: string): Phase | undefined =>
  begun === '' ? undefined : PLAN_PHASES.find(phase => phase.toLowerCase().startsWith(begun))

/** Teeth on which the letters stand for the same surfaces, with these: each such group is charted by itself. */
export function surfacesOf({ teeth, surfaces }: Pick<Entry, 'teeth' | 'surfaces'>) {
  const partsOf = (tooth: number) => [...surfaces].flatMap(letter => surfaceOf(tooth, letter) ?? [])
  const groups = Map.groupBy(teeth, tooth => partsOf(tooth).join(' '))
  if (groups.size === 0) return [{ tooth: [], toothPart: [] }]
  return [...groups.values()].map(tooth => ({ tooth, toothPart: partsOf(tooth[0] ?? 0) }))
}
