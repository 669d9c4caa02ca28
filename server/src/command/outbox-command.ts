import type { Command } from 'commander'
import { sql } from '../db/statement.ts'
import { sandboxMessagePurpose } from '../domain/messaging/sandbox-message.ts'
import type { Row } from './output.ts'
import { printing } from './session.ts'

interface Message {
  company_id: string
  id: string
  channel: string
  recipient: string
  sealed_body: Buffer
  created_at: string
}

const newestFirst = sql<Message>(`
  select company_id, id, channel, recipient, sealed_body, created_at from sandbox_message
  where $1::text is null or recipient = $1
  order by created_at desc, id desc limit 20`)

export function addOutboxCommand(program: Command): void {
  program
    .command('outbox')
    .description('what was kept instead of being sent, such as mails with links: the 20 newest')
    .option('--to <recipient>', 'an e-mail address or a phone number')
    .action(
      printing(program, async ({ platform, box }, { to = null }: { to?: string | null }) => {
        const kept = await platform(tx => tx.sql(newestFirst([to])))
        return kept.map(
          ({ company_id, id, channel, recipient, sealed_body, created_at }): Row => ({
            keptAt: created_at,
            channel,
            to: recipient,
            text: box.open(sealed_body, sandboxMessagePurpose(company_id, id)).toString().replace(/\s+/g, ' '),
          }),
        )
      }),
    )
}
