import type { EventType } from '@clinic/contract/event-types.ts'
import type { TestApp } from '../../../server/test/support/app/harness.ts'
import { eventually } from '../../../server/test/support/eventually.ts'

/** What plugins of a clinic are told from one step to the next: exactly this, each so often as it stands there. */
export async function hearing({ sql }: TestApp, { company_id }: { company_id: string }) {
  const heard: string[] = []
  const rows = 'select id, type from event where company_id = $1 and id <> all($2)'
  const since = () => sql<{ id: string; type: string }>(rows, [company_id, heard])
  let latest = await since()
  return async function told(step: string, types: readonly EventType[]): Promise<void> {
    heard.push(...latest.map(({ id }) => id))
    const now = async () => {
      latest = await since()
      return [step, ...latest.map(({ type }) => type).sort()]
    }
    await eventually(now, [step, ...types.toSorted()])
  }
}
