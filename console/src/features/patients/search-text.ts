import { useState } from 'react'

/** What was typed last in each clinic: it stands in no address and in nothing that is kept, and is there on the way back. */
const typedIn = new Map<string, string>()

/** The text by which the patients of a clinic are searched. */
export function useSearchText(clinicId: string) {
  const [text, setText] = useState(() => typedIn.get(clinicId) ?? '')
  const change = (next: string) => {
    typedIn.set(clinicId, next)
    setText(next)
  }
  return [text, change] as const
}
