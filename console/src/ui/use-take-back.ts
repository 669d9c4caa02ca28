import type { ClinicOperationId } from '../lib/api.ts'
import { useForget } from '../lib/clinic.ts'
import { useSentence } from './problem-notice.tsx'
import { complain, say } from './toast.ts'

/** Takes back what was done, says that it is, or why it cannot be, and asks anew for what that changes. */
export function useTakeBack(changes: readonly ClinicOperationId[]) {
  const forget = useForget()
  const sentence = useSentence()
  return async (back: () => Promise<unknown>, said: string): Promise<void> => {
    try {
      await back()
      say(said)
    } catch (error) {
      complain(sentence(error))
    }
    await forget(...changes)
  }
}
