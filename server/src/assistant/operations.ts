import type { Operation } from '@clinic/contract/kernel.ts'
import { validator } from '@clinic/contract/validate.ts'
import { refuseInput } from '../kernel/errors.ts'
import type { Implementation } from '../kernel/implement.ts'
import { redactorFor } from '../kernel/redact.ts'
import type { Tx } from '../kernel/tx.ts'
import type { JsonObject } from './tool.ts'

const dataOf = ({ answer, returns }: Operation) => (answer === 'one' ? { ...returns } : { items: { ...returns } })

export type Operations = ReturnType<typeof readOperations>

/**
 * The read operations of the plugin API: the very implementations behind /api/v1, with what a field's tier masks or
 * replaces there masked and replaced here. What does not read is not taken over, though the caller hand it in.
 */
export function readOperations(implementations: readonly Implementation[]) {
  const reading = implementations.filter(({ operation }) => operation.method === 'GET')
  const byId = new Map(reading.map(one => [one.operation.id, { ...one, input: validator(one.operation.input) }]))
  return {
    async run(operation: Operation, tx: Tx, input: JsonObject): Promise<unknown> {
      const found = byId.get(operation.id)
      if (!found) throw new Error(`Nothing implements ${operation.id}.`)
      if (!found.input.check(input)) refuseInput(...found.input.issues(input))
      const answer = await found.run(tx, input, undefined)
      const redact = redactorFor({ properties: { data: dataOf(operation) } }, tx.caller.holds)
      return redact ? redact(answer) : answer
    },
  }
}
