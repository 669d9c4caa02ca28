import { useState } from 'react'
import type { Input, Returned } from '../../lib/api.ts'
import { useClinicApi, useForget } from '../../lib/clinic.ts'
import { isOutcomeUnknown, isProblem } from '../../lib/problem.ts'
import { PAID } from '../money/use-paid.ts'

export type Receipt = Returned<'checkOut'>

const AGAIN_MS = 2_000

/** The same for the same request, also after the page was loaded anew: it is done once. */
async function keyOf(input: Input<'checkOut'>): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(input))
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('')
}

const isToCheck = (error: unknown): boolean => isOutcomeUnknown(error) && !isProblem(error, 'unauthenticated')
const pause = () => new Promise(resolve => setTimeout(resolve, AGAIN_MS))

/**
 * Checks a visit out. Where it is not known what became of it, the same request is sent again until that is known: it is
 * answered as the first was, or done now.
 */
export function useCheckOut() {
  const { ask } = useClinicApi()
  const forget = useForget()
  const [isPending, setIsPending] = useState(false)
  const [isChecking, setIsChecking] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [receipt, setReceipt] = useState<Receipt>()

  async function insist(input: Input<'checkOut'>, key: string): Promise<Receipt> {
    try {
      return await ask('checkOut', input, undefined, { key })
    } catch (failure) {
      if (!isToCheck(failure)) throw failure
      setIsChecking(true)
      await pause()
      return insist(input, key)
    }
  }

  async function send(input: Input<'checkOut'>): Promise<void> {
    if (isPending) return
    setIsPending(true)
    setError(null)
    try {
      setReceipt(await insist(input, await keyOf(input)))
    } catch (failure) {
      setError(failure)
    }
    setIsChecking(false)
    setIsPending(false)
    await forget(...PAID, 'previewCheckout', 'getDayAppointment')
  }
  return { send, isPending, isChecking, error, receipt }
}
