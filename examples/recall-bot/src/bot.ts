import { type Clinic, Unauthenticated } from '@clinic/sdk'
import type { Database } from './database.ts'

export interface Bot {
  readonly clinic: Clinic
  readonly database: Database
  /** Where patients find the page, without a slash at the end. */
  readonly publicUrl: string
  readonly now: () => Date
  /** Is told what a person should know. */
  readonly log: (message: string) => void
  /** Whether the clinic has taken the token away. No call is made from then on; a new token takes a new start. */
  isOver: boolean
}

/** Does the work unless the clinic has taken the token away, and is silent from the moment that it has. */
export async function whileAllowed(bot: Bot, work: () => Promise<void>): Promise<void> {
  if (bot.isOver) return
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Unauthenticated)) throw error
    bot.isOver = true
    bot.log(`The clinic no longer takes the token (${error.code}). Start again with a new one.`)
  }
}
