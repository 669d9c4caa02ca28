import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type ConflictWords, useDecide } from '../ui/conflict.tsx'
import { useConfirmed } from '../ui/step-up.tsx'
import { say } from '../ui/toast.ts'
import type { ClinicOperationId, Input, Returned } from './api.ts'
import { useClinicApi, useForget } from './clinic.ts'
import { intents } from './intent.ts'
import { type Conflict, conflictIn, KeptTheirs } from './problem.ts'

interface Writing<Id extends ClinicOperationId> {
  /** The operations whose answers it changes: they are asked anew. */
  changes: readonly ClinicOperationId[]
  /** What is said when it is done. */
  said?: (answer: Returned<Id>) => string
  /** What is done then, also where what asked for it is gone by then: a row that its list no longer holds. */
  done?: (answer: Returned<Id>) => void
  /** Its key, where the request is the same after the page was loaded anew: of what is sent alone. */
  keyOf?: (input: Input<Id>) => Promise<string>
  /**
   * Of a record that others may change at the same time: the version that is shown, of one among many by what is sent, what its fields are called, and what
   * is done where all of it stays as another saved it.
   */
  of?: {
    version: number | ((input: Input<Id>) => number)
    words: ConflictWords | ((input: Input<Id>) => ConflictWords)
    theirs?: () => void
    /** Its fields say one thing together: what another saved is kept whole, and nothing of what is typed. */
    isOne?: boolean
  }
}

/** The input with what another changed as it is now; nothing where nothing else was typed. */
function keepingTheirs<Given extends object>(input: Given, { changes }: Conflict): Given | undefined {
  const theirs = Object.fromEntries(changes.flatMap(({ field, to }) => (field in input ? [[field, to]] : [])))
  const isElse = Object.keys(input).some(name => !(name in theirs) && name !== 'id')
  return isElse ? { ...input, ...theirs } : undefined
}

/**
 * Does something in the clinic of the address: once, however often it is tried; after a step-up where one is asked for;
 * and shows nothing afterwards that it has changed. Where another changed the same meanwhile, the person decides about that;
 * whatever else was typed is saved.
 */
export function useWrite<Id extends ClinicOperationId>(id: Id, { changes, said, done, of, keyOf }: Writing<Id>) {
  const { ask } = useClinicApi()
  const forget = useForget()
  const confirmed = useConfirmed()
  const decide = useDecide()
  const [once] = useState(intents)
  const send = async (input: Input<Id>, version?: number) => {
    const under = (key: string) => confirmed(() => ask(id, input, undefined, { key, version }))
    return keyOf ? under(await keyOf(input)) : once([input, version], under)
  }

  const versionOf = (input: Input<Id>) => (typeof of?.version === 'function' ? of.version(input) : of?.version)

  async function write(input: Input<Id>, version = versionOf(input)): Promise<Returned<Id>> {
    try {
      return await send(input, version)
    } catch (error) {
      const conflict = conflictIn(error)
      if (conflict === undefined || of === undefined) throw error
      const words = typeof of.words === 'function' ? of.words(input) : of.words
      if ((await decide(conflict, words)) === 'mine') return write(input, conflict.version)
      const rest = of.isOne ? undefined : keepingTheirs(input, conflict)
      if (rest) return write(rest, conflict.version)
      await forget(...changes)
      of.theirs?.()
      throw new KeptTheirs()
    }
  }
  return useMutation({
    mutationFn: (input: Input<Id>) => write(input),
    onSuccess: answer => {
      if (said) say(said(answer))
      done?.(answer)
      return forget(...changes)
    },
  })
}
