import type { Written } from './written.ts'

/**
 * How a fence of a page is tried: `run` is executed in the order of the page, `output` is what the one before it printed,
 * `check` is compiled or parsed, and `show` is only shown, for a reason that stands behind it.
 */
const HOW = ['run', 'output', 'check', 'show'] as const
export type How = (typeof HOW)[number]

export interface Fence {
  readonly page: string
  /** `sh`, `ts`, `json`, `text` … */
  readonly language: string
  readonly how: How
  /** Behind `show`: why it is not tried. */
  readonly reason: string
  readonly code: string
}

const FENCE = /^```(\w*) ?(.*)\n([\s\S]*?)^```$/gm
const isHow = (word: string): word is How => HOW.some(how => how === word)

/** The fences of a page. One that does not say how it is tried, or not why it is only shown, is refused. */
export function fencesOf({ path, text }: Pick<Written, 'path' | 'text'>): Fence[] {
  return [...text.matchAll(FENCE)].map(([, language = '', said = '', code = '']) => {
    const [how = '', ...reason] = said.split(' ')
    const lacks = (what: string) => new Error(`A fence of ${path} says not ${what}:\n${code}`)
    if (language === '') throw lacks('in which language it is')
    if (!isHow(how)) throw lacks('how it is tried: run, output, check or show')
    if (how === 'show' && reason.length === 0) throw lacks('why it is only shown')
    return { page: path, language, how, reason: reason.join(' '), code }
  })
}

/** The lines of code that pages have put in from elsewhere, each of which has a test of its own. */
export const putIn = ({ text }: Pick<Written, 'text'>): number => [...text.matchAll(/^::(?!:)\w/gm)].length
