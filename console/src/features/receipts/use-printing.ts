import { useState } from 'react'
import { printPage } from './print-page.ts'

/** Reads a paper, which is recorded, and prints it. */
export function usePrinting(read: () => Promise<{ html: string }>) {
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  async function print(): Promise<void> {
    if (isPending) return
    setIsPending(true)
    setError(null)
    try {
      const { html } = await read()
      await printPage(html)
    } catch (failure) {
      setError(failure)
    } finally {
      setIsPending(false)
    }
  }
  return { print, isPending, error }
}
