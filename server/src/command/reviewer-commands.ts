import type { Command } from 'commander'
import { sql } from '../db/statement.ts'
import { loginOf } from '../domain/staff/log-in.ts'
import { refuse } from '../kernel/errors.ts'
import { PLATFORM } from '../kernel/platform-facts.ts'
import type { PlatformTx } from '../kernel/tx.ts'
import { newId } from '../kernel/values/ids.ts'
import { type Operator, operatorName } from './operator.ts'
import { printing } from './session.ts'

interface Reviewer {
  email: string
  given_at: string
}

const personWith = sql<{ id: string }>('select id from staff_user where email = $1 and active')
const give = sql<{ user_id: string }>(`
  insert into platform_role (user_id, role, given_by, given_at) values ($1, 'REVIEWER', $2, $3)
  on conflict (user_id) do nothing returning user_id`)
const take = sql<{ user_id: string }>('delete from platform_role where user_id = $1 returning user_id')
const all = sql<Reviewer>(`
  select who.email, given.given_at from platform_role as given join staff_user as who on who.id = given.user_id order by who.email`)
const tell = sql("select queue_staff_mail($1, 'reviewer_role', $2)")

type Change = (tx: PlatformTx, userId: string) => Promise<{ user_id: string }[]>

/** Changes what a person may do on the platform, with the platform's record of it and a mail to them. */
async function changeRole({ platform, recordClinic }: Operator, email: string, change: Change) {
  return platform(async tx => {
    const [person] = await tx.sql(personWith([loginOf(email)]))
    const { id } = person ?? refuse('not_found', { resource: 'user' })
    const changed = await change(tx, id)
    if (changed.length > 0) {
      await recordClinic(tx, PLATFORM.id, ['platformRole'], id)
      await tx.sql(tell([newId('sml'), id]))
    }
    return { email: loginOf(email), changed: changed.length > 0 }
  })
}

/** Who looks at what publishers hand in. */
export function addReviewerCommands(program: Command): void {
  const reviewer = program.command('reviewer').description('logins that review plugins of publishers')

  reviewer
    .command('give <email>')
    .description('let a login review plugins and stop them everywhere; it needs a second factor to do so')
    .action(
      printing(program, (operator, email: string) =>
        changeRole(operator, email, (tx, id) => tx.sql(give([id, operatorName(), tx.now]))),
      ),
    )

  reviewer
    .command('take <email>')
    .description('take the role back, from the next request on')
    .action(printing(program, (operator, email: string) => changeRole(operator, email, (tx, id) => tx.sql(take([id])))))

  reviewer
    .command('list')
    .description('who has the role')
    .action(
      printing(program, async ({ platform }) =>
        (await platform(tx => tx.sql(all([])))).map(({ email, given_at }) => ({ email, since: given_at })),
      ),
    )
}
