import { createClient } from '@clinic/sdk'
import { type Bot, whileAllowed } from './bot.ts'
import { openDatabase } from './database.ts'
import { hearing } from './hear.ts'
import { addressOf } from './messages.ts'
import { RECALL_STATES, recallsThatAre } from './recalls.ts'
import { round } from './round.ts'
import { serverOf } from './server.ts'

const { WEBHOOK_SECRET, PORT = '4210', PUBLIC_URL, DATA = 'recall-bot.sqlite', EVERY_SECONDS = '900' } = process.env

const bot: Bot = {
  clinic: createClient({ userAgent: 'recall-bot/0.1' }),
  database: openDatabase(DATA),
  publicUrl: (PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/+$/, ''),
  now: () => new Date(),
  log: message => console.log(message),
  isOver: false,
  isLive: false,
}

/** One round after another, and never two at the same time. */
async function goRound(): Promise<void> {
  await whileAllowed(bot, () => round(bot)).catch((error: Error) => bot.log(`A round failed: ${error.message}`))
  if (!bot.isOver) setTimeout(goRound, Number(EVERY_SECONDS) * 1000)
}

/** What became of each recall, with the address that its patient was sent: for the clinic's own eyes. */
function printRecalls(): void {
  for (const state of RECALL_STATES)
    for (const { id, link } of recallsThatAre(bot.database, state)) bot.log(`${state}\t${id}\t${addressOf(bot, link)}`)
}

if (process.argv[2] === 'recalls') printRecalls()
else {
  serverOf(bot, hearing(bot, WEBHOOK_SECRET)).listen(Number(PORT), () =>
    bot.log(`recall-bot listens on http://localhost:${PORT}: events at /hooks, patients at /r/…`),
  )
  await goRound()
}
