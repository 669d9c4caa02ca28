import { sandboxMessagePurpose } from '../../../src/domain/messaging/sandbox-message.ts'
import { secretBox } from '../../../src/kernel/values/secret-box.ts'
import { MASTER_KEY, type TestApp } from '../app/harness.ts'

const box = secretBox([MASTER_KEY])

/** What the sandbox carrier has kept instead of sending it, newest first. */
export async function sandboxMessages({ sql }: Pick<TestApp, 'sql'>) {
  const rows = await sql<{
    company_id: string
    id: string
    reference: string
    channel: string
    recipient: string
    sealed_body: Buffer
  }>('select * from sandbox_message order by created_at desc, id desc')
  return rows.map(({ company_id, id, reference, channel, recipient, sealed_body }) => {
    const body = box.open(sealed_body, sandboxMessagePurpose(company_id, id)).toString()
    return { companyId: company_id, reference, channel, recipient, body }
  })
}
