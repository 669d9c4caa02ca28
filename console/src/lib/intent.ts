import { isOutcomeUnknown } from './problem.ts'

/** A key that no other request has. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

/**
 * Gives what a person means to do one key, however often it is tried: it stays while it is not known what became of it,
 * so that trying again cannot do it twice. What is tried with other values is meant anew.
 */
export function intents() {
  let current: { input: string; key: string } | undefined
  return async function once<Value>(input: unknown, act: (key: string) => Promise<Value>): Promise<Value> {
    const text = JSON.stringify(input)
    const intent = current?.input === text ? current : { input: text, key: newKey() }
    current = intent
    try {
      const value = await act(intent.key)
      current = undefined
      return value
    } catch (error) {
      if (!isOutcomeUnknown(error)) current = undefined
      throw error
    }
  }
}
