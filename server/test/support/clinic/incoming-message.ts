import { secretBox } from '../../../src/kernel/values/secret-box.ts'
import { type SandboxInbound, sandboxCallback } from '../../../src/providers/messages/sandbox-carrier.ts'
import { MASTER_KEY, type TestApp } from '../app/harness.ts'

let count = 0

/** A patient or stranger writes to the clinic: the sandbox carrier brings it, signed. `message` replaces what is invented. */
export function writeTo(
  { url }: TestApp,
  { company_id: companyId }: { company_id: string },
  message: Partial<SandboxInbound> & Pick<SandboxInbound, 'from'>,
): Promise<Response> {
  const whole = {
    id: `in_${++count}`,
    channel: 'whatsapp',
    text: 'Hello',
    at: new Date().toISOString(),
    ...message,
  } as const
  const callback = sandboxCallback(secretBox([MASTER_KEY]), companyId, whole)
  return fetch(`${url}/callbacks/messages/sandbox/${companyId}`, { method: 'POST', ...callback })
}
