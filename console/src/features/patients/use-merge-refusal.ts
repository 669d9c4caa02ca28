import { useTexts } from '../../lib/language-choice.tsx'
import { detailsOf, isProblem } from '../../lib/problem.ts'
import { careTexts } from './care-texts.ts'

/** Why two files are not made one, in the words of the room. */
export function useMergeRefusal() {
  const { refusals } = useTexts(careTexts)
  return (error: unknown): Readonly<Record<string, string>> => {
    if (!isProblem(error, 'merge_refused')) return {}
    const sentence = new Map<unknown, string>(Object.entries(refusals)).get(detailsOf(error).reason)
    return sentence === undefined ? {} : { merge_refused: sentence }
  }
}
