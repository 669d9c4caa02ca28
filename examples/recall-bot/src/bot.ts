import { type Clinic, NotFound, Unauthenticated } from '@clinic/sdk'
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
  /** Whether the clinic is known to have no clock of its own. */
  isLive: boolean
}

/** What time it is in the clinic. That of a sandbox can be moved ahead to see a plugin's future; a live one goes by ours. */
export async function clinicNow(bot: Bot): Promise<Date> {
  if (bot.isLive) return bot.now()
  try {
    return new Date((await bot.clinic.sandbox.getClock()).now)
  } catch (error) {
    if (!(error instanceof NotFound)) throw error
    bot.isLive = true
    return bot.now()
  }
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
