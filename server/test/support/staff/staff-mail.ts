import { sendStaffMail } from '../../../src/jobs/send-staff-mail.ts'
import type { TestApp } from '../app/harness.ts'
import { runJobs } from '../app/jobs.ts'
import { sandboxMessages } from '../clinic/sandbox-messages.ts'

/** Has the worker send what is due, and reads what the address was sent, newest first. */
export async function mailsTo(app: TestApp, email: string): Promise<string[]> {
  await runJobs(app, { jobs: [sendStaffMail] })
  const kept = await sandboxMessages(app)
  return kept.filter(({ channel, recipient }) => channel === 'email' && recipient === email).map(({ body }) => body)
}

/** The token of the link in the newest mail to the address. */
export async function mailedToken(app: TestApp, email: string): Promise<string> {
  const [newest = ''] = await mailsTo(app, email)
  return /\/(?:reset|invite|signup)\/([\w-]{43})(?![\w-])/.exec(newest)?.[1] ?? ''
}
