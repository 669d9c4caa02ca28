import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { wrongUsage } from '../failure.ts'

const FIRST = 3100
const TRIED = 50
const EVERY_MS = 100

const isTaken = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect({ port, host: 'localhost' })
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })

/** The port that was asked for, which must be free; else the first that is. */
export async function freePort(wished: number | undefined): Promise<number> {
  if (wished !== undefined) {
    if (!(await isTaken(wished))) return wished
    throw wrongUsage(`something listens at port ${wished} already: end it, or say another with --port`)
  }
  for (let port = FIRST; port < FIRST + TRIED; port++) if (!(await isTaken(port))) return port
  throw wrongUsage('no port is free: say one with --port')
}

/** Resolves when something answers there, with whatever; false where it was given up before. */
export async function answers(url: string, isGivenUp: () => boolean): Promise<boolean> {
  while (!isGivenUp()) {
    const signal = AbortSignal.timeout(10_000)
    const found = await fetch(url, { signal, redirect: 'manual' }).catch(() => undefined)
    if (found) return true
    await delay(EVERY_MS)
  }
  return false
}
