import type { Issue } from '@clinic/contract/errors.ts'
import { useMemo, useState } from 'react'
import { lineOf, placesOf } from './json-places.ts'
import type { PlacedIssue } from './manifest-issues.tsx'

/** A manifest that is being written: where its places are, and the problems that were found when it was last checked. */
export function useManifest(start: string) {
  const [text, setText] = useState(start)
  const [found, setFound] = useState<readonly Issue[]>([])
  const places = useMemo(() => placesOf(text), [text])
  const issues: readonly PlacedIssue[] = places.fault
    ? []
    : found.map(issue => ({ ...issue, line: lineOf(places.lines, issue.path) })).toSorted((a, b) => a.line - b.line)
  const marked = new Set(places.fault ? [places.fault.line] : issues.map(({ line }) => line))
  return { text, setText, setFound, issues, marked, value: places.value, fault: places.fault, start }
}
