import { isProblem } from './problem.ts'

let logInAgain: (() => Promise<void>) | undefined

/** Names what lets the person log in again over what they are at; answers how to take the name back. */
export function whileWorking(logIn: () => Promise<void>): () => void {
  logInAgain = logIn
  return () => {
    logInAgain = undefined
  }
}

/** Lets the person log in again; nothing where they are not at work. */
export const loggedInAgain = (): Promise<void> | undefined => logInAgain?.()

/** Does it, and if the session has ended meanwhile, once more when the person has logged in again. */
export async function overSessions<Value>(act: () => Promise<Value>): Promise<Value> {
  try {
    return await act()
  } catch (error) {
    const again = isProblem(error, 'unauthenticated') ? loggedInAgain() : undefined
    if (again === undefined) throw error
    await again
    return act()
  }
}
