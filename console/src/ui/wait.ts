import { useEffect, useState } from 'react'
import { retryAfterSeconds } from '../lib/problem.ts'

/** The seconds that are left of the wait that an error asks for, counted down. */
export function useWait(error: unknown): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    const end = Date.now() + (retryAfterSeconds(error) ?? 0) * 1_000
    const count = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1_000)))
    count()
    const timer = setInterval(count, 250)
    return () => clearInterval(timer)
  }, [error])
  return left
}
