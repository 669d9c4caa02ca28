import type { Scene } from './fixture.ts'

export const inAWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString()

/** The value, once nothing moves the time of the clinic, and plugins may. */
export async function idle<Value>({ app, clinic }: Pick<Scene, 'app' | 'clinic'>, value: Value): Promise<Value> {
  await app.sql("update sandbox_run set state = 'DONE' where company_id = $1", [clinic.company_id])
  await app.sql('update clinic set plugins_move_time = true where company_id = $1 and sandbox', [clinic.company_id])
  return value
}
