import { setTimeout as delay } from 'node:timers/promises'
import { moveClinic } from '../../../src/cells/move/run-move.ts'
import type { Answer, Api } from './api-client.ts'
import type { startCells } from './cells.ts'

type Cells = Awaited<ReturnType<typeof startCells>>
export type Destination = 'control' | 'north' | 'south'

/** Moves a clinic as the command does; answers what it said. */
export async function move({ databases }: Cells, companyId: string, target: string, freezeMs = 5_000) {
  const said: string[] = []
  await moveClinic({
    controlUrl: databases.control.ownerUrl,
    beside: () => ({ bring: async () => undefined }),
    log: line => said.push(line),
    by: 'operator test',
    ...{ companyId, target, freezeMs, graceHours: 24, filesFrom: null },
  })
  return said
}

/** A client that does what the contract says: waits on 503, and asks where it is told to on 421. */
export function follower(apis: Record<string, Api>, first: Destination) {
  let at: string = first
  /** When it was refused, in milliseconds of the process. */
  const refused: number[] = []
  const others: number[] = []
  return {
    refused,
    others,
    get at() {
      return at
    },
    async send<Body>(ask: (api: Api) => Promise<Answer<Body>>): Promise<Answer<Body>> {
      for (;;) {
        const api = apis[at]
        if (!api) throw new Error(`There is no ${at}.`)
        const answer = await ask(api)
        if (answer.status === 421) at = answer.headers.get('clinic-cell') ?? ''
        else if (answer.status !== 503) {
          if (answer.status >= 300) others.push(answer.status)
          return answer
        } else {
          if (answer.headers.get('retry-after') !== '1') others.push(answer.status)
          refused.push(performance.now())
          await delay(20)
        }
      }
    },
  }
}
