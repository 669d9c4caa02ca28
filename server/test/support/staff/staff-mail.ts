import { sendStaffMail } from '../../../src/jobs/send-staff-mail.ts'
import type { TestApp } from '../app/harness.ts'
import { runJobs } from '../app/jobs.ts'

/** Has the worker send what is due, and reads what the address was sent, newest first. */
export async function mailsTo(app: TestApp, email: string): Promise<string[]> {
  await runJobs(app, { jobs: [sendStaffMail] })
  const rows = await app.sql<{ body: string }>(
    "select body from sandbox_message where recipient = $1 and channel = 'email' order by created_at desc, id desc",
    [email],
  )
  return rows.map(({ body }) => body)
}

/** The token of the link in the newest mail to the address. */
export async function mailedToken(app: TestApp, email: string): Promise<string> {
  const [newest = ''] = await mailsTo(app, email)
  return /\/(?:reset|invite)\/([\w-]{43})(?![\w-])/.exec(newest)?.[1] ?? ''
}
