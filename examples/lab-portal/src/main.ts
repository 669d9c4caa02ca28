import { createClient } from '@clinic/sdk'
import { openDatabase } from './database.ts'
import { invite } from './entrance.ts'
import { hearing } from './hear.ts'
import { labsInUse, round } from './orders.ts'
import { type Portal, UNKNOWN, whileAllowed } from './portal.ts'
import { serverOf } from './server.ts'

const { WEBHOOK_SECRET, PORT = '4230', PUBLIC_URL, DATA = 'lab-portal.sqlite', EVERY_SECONDS = '600' } = process.env

const portal: Portal = {
  clinic: createClient({ userAgent: 'lab-portal/0.1' }),
  database: openDatabase(DATA),
  publicUrl: (PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/+$/, ''),
  now: () => new Date(),
  log: message => console.log(message),
  isOver: false,
  known: UNKNOWN,
}

async function goRound(): Promise<void> {
  await whileAllowed(portal, () => round(portal)).catch((error: Error) =>
    portal.log(`A round failed: ${error.message}`),
  )
  if (!portal.isOver) setTimeout(goRound, Number(EVERY_SECONDS) * 1000)
}

/** Prints a link that lets a lab in, or which labs there are. */
async function printLink(labId: string | undefined): Promise<void> {
  await round(portal)
  const labs = labsInUse(portal.database)
  const lab = labs.find(({ id }) => id === labId)
  if (lab) portal.log(invite(portal, lab.id))
  else for (const { id, name } of labs) portal.log(`${id}\t${name}`)
  process.exitCode = lab || labId === undefined ? 0 : 1
}

const [command, labId] = process.argv.slice(2)
if (command === 'invite') await printLink(labId)
else {
  serverOf(portal, hearing(portal, WEBHOOK_SECRET)).listen(Number(PORT), () =>
    portal.log(`lab-portal listens on http://localhost:${PORT}: events at /hooks, labs at /`),
  )
  await goRound()
}
