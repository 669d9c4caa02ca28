import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfirmed } from '../ui/step-up.tsx'
import { say } from '../ui/toast.ts'
import type { ClinicOperationId, Input, Returned } from './api.ts'
import { useClinicApi, useForget } from './clinic.ts'
import { intents } from './intent.ts'

interface Writing<Id extends ClinicOperationId> {
  /** The operations whose answers it changes: they are asked anew. */
  changes: readonly ClinicOperationId[]
  /** What is said when it is done. */
  said?: (answer: Returned<Id>) => string
}

/**
 * Does something in the clinic of the address: once, however often it is tried; after a step-up where one is asked for;
 * and shows nothing afterwards that it has changed.
 */
export function useWrite<Id extends ClinicOperationId>(id: Id, { changes, said }: Writing<Id>) {
  const { ask } = useClinicApi()
  const forget = useForget()
  const confirmed = useConfirmed()
  const [once] = useState(intents)
  return useMutation({
    mutationFn: (input: Input<Id>) => once(input, key => confirmed(() => ask(id, input, undefined, key))),
    onSuccess: answer => {
      if (said) say(said(answer))
      return forget(...changes)
    },
  })
}
