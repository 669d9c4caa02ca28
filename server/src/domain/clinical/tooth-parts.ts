import { partIssues, toothIssues } from '@clinic/contract/teeth.ts'
import { refuseInput } from '../../kernel/errors.ts'

/** Refuses numbers that are no teeth, words that are no parts of one, and parts that a tooth does not have. */
export function requireTeeth(teeth: readonly number[], parts: readonly string[]): void {
  const noTeeth = toothIssues(teeth)
  const issues = noTeeth.length > 0 ? noTeeth : partIssues(teeth, parts)
  if (issues.length > 0) refuseInput(...issues)
}
