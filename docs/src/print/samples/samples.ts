import type { Operation } from '../model.ts'
import { curlOf } from './curl.ts'
import { pythonOf } from './python.ts'
import { callOf } from './sample-call.ts'
import { typescriptOf } from './typescript.ts'

/** Code in one of the languages that the pages speak. */
export interface Sample {
  readonly language: Language
  readonly code: string
}

/** In the order of the tabs. */
export const LANGUAGES = { curl: 'curl', typescript: 'TypeScript', python: 'Python' } as const
export type Language = keyof typeof LANGUAGES

const WRITERS = { curl: curlOf, typescript: typescriptOf, python: pythonOf }

/** An operation called with its example: in every language where plugins call it, elsewhere by curl. */
export function samplesOf(server: string, operation: Operation, also?: readonly string[]): Sample[] {
  const call = callOf(server, operation, also)
  const languages: readonly Language[] = call.sdk ? ['curl', 'typescript', 'python'] : ['curl']
  return languages.map(language => ({ language, code: WRITERS[language](call) }))
}
