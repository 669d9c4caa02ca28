import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { test } from 'node:test'
import type { Operation } from '@clinic/contract/kernel.ts'
import { exportAudit } from '@clinic/contract/staff/audit.ts'
import { verifyAudit } from '@clinic/contract/staff/audit-verification.ts'
import {
  approvePluginUpgrade,
  changePluginScopes,
  installPlugin,
  suspendPlugin,
} from '@clinic/contract/staff/installations.ts'
import { updateMember } from '@clinic/contract/staff/members.ts'
import { putSharedIds } from '@clinic/contract/staff/plugin-setup.ts'
import { createPluginToken } from '@clinic/contract/staff/plugin-tokens.ts'
import { restrictPatient } from '@clinic/contract/staff/privacy.ts'
import {
  SECURITY_EVENT_KINDS,
  SECURITY_EVENTS,
  type SecurityEventKind,
} from '@clinic/contract/staff/security-events.ts'
import { scratchFolder } from '../src/db/scratch.ts'
import { sealAuditRegularly } from '../src/jobs/seal-audit.ts'
import { sendOwnerMail } from '../src/jobs/send-owner-mail.ts'
import { verifyClinicAudit } from '../src/jobs/verify-clinic-audit.ts'
import { inputFor } from './conformance/input-for.ts'
import { MASTER_KEY, startApp } from './support/app/harness.ts'
import { runJobs } from './support/app/jobs.ts'
import { runCommand } from './support/app/run-command.ts'
import { atEnd } from './support/at-end.ts'
import { sandboxMessages } from './support/clinic/sandbox-messages.ts'
import { eventually } from './support/eventually.ts'
import { openStaffScene, type StaffScene } from './support/staff/scene.ts'
import { browser, employee, member, PASSWORD, person } from './support/staff/staff.ts'
import { mailedToken } from './support/staff/staff-mail.ts'

const ROOM = '1000000'
const roomy = ['READ', 'WRITE'].flatMap(name => [`RATE_LIMIT_${name}_PER_MINUTE`, `RATE_LIMIT_${name}_BURST`])
const app = await startApp({
  ...{ RATE_LIMITS: 'on', EGRESS_PATIENTS_PER_DAY: '2', TRUST_PROXY: '127.0.0.0/8' },
  ...Object.fromEntries([...roomy, 'RATE_LIMIT_STRANGER_PER_MINUTE'].map(name => [name, ROOM])),
})
const folder = await scratchFolder()
atEnd(() => rm(folder, { recursive: true, force: true }))

/** Whose login it is, where it is a login. */
type Causer = (scene: StaffScene) => Promise<{ id: string; email: string } | undefined>
type Told = 'owner' | 'person' | 'both'

/** As an owner does in the console. */
const asked =
  (operation: Operation): Causer =>
  async scene => {
    const input = await inputFor(operation, scene)
    const { status, text } = await scene.api.call(operation, input)
    assert.ok(status < 300, text)
    return undefined
  }

const from = (n: number) => ({ 'x-forwarded-for': `198.51.100.${n}` })
const doctorOf = ({ clinic }: StaffScene, totp = false) => employee(app, clinic, 'doctor', { totp })

const becomes =
  (role: 'owner' | 'admin'): Causer =>
  async scene => {
    const { user } = await doctorOf(scene)
    const { status } = await scene.api.call(updateMember, { userId: user.id, role })
    assert.equal(status, 200)
    return role === 'owner' ? user : undefined
  }

const reads =
  (patients: number): Causer =>
  async ({ clinic, branch }) => {
    const { token, installation } = await app.installation(clinic)
    await app.sql("update installation set installed_at = now() - interval '8 days' where id = $1", [installation.id])
    for (let n = 0; n < patients; n++) {
      const { id } = await app.patient(branch)
      assert.equal((await app.api(token).get(`/patients/${id}`)).status, 200)
    }
    return undefined
  }

const sealsAreBroken: Causer = async scene => {
  const { company_id: id } = scene.clinic
  await asked(exportAudit)(scene)
  await app.sql("select graphile_worker.add_job('seal_audit')")
  await runJobs(app, { jobs: [sealAuditRegularly] })
  await app.sql('alter table audit_record disable trigger user')
  await app.sql("update audit_record set caller = 'staff usr_other' where company_id = $1", [id])
  await app.sql('alter table audit_record enable trigger user')
  await asked(verifyAudit)(scene)
  await runJobs(app, { jobs: [verifyClinicAudit] })
  return undefined
}

/** What really causes each kind, and who is told of it besides the room. */
const CAUSES: Readonly<Record<SecurityEventKind, readonly [cause: Causer, told?: Told]>> = {
  owner_added: [becomes('owner'), 'both'],
  admin_added: [becomes('admin'), 'owner'],
  new_device: [
    async scene => {
      const { user } = await doctorOf(scene)
      const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0' }
      await browser(app).send('POST', '/session', { email: user.email, password: PASSWORD }, firefox)
      return user
    },
    'person',
  ],
  login_failures: [
    async ({ clinic }) => {
      const user = await person(app)
      await member(app, user, clinic)
      for (let n = 0; n < 10; n++)
        await browser(app).send('POST', '/session', { email: user.email, password: 'wrong' }, from(n))
      return user
    },
    'both',
  ],
  second_factor_removed: [
    async scene => {
      const { user, send } = await doctorOf(scene, true)
      assert.equal((await send('DELETE', '/me/second-factor')).status, 200)
      return user
    },
    'owner',
  ],
  recovery_code_used: [
    async scene => {
      const { user, send } = await doctorOf(scene, true)
      const { body } = await send<{ recoveryCodes: string[] }>('POST', '/me/second-factor/recovery-codes', {})
      const console = browser(app)
      await console.logIn(user.email)
      await console.send('POST', '/session/second-factor', { code: body.data.recoveryCodes[0] })
      return user
    },
    'both',
  ],
  password_reset: [
    async scene => {
      const { user } = await doctorOf(scene)
      await browser(app).send('POST', '/password-resets', { email: user.email })
      const token = await mailedToken(app, user.email)
      const password = 'a herd of quiet elephants'
      assert.equal((await browser(app).send('POST', `/password-resets/${token}`, { password })).status, 200)
      return user
    },
    'owner',
  ],
  token_misuse: [
    async ({ clinic }) => {
      const { token } = await app.installation(clinic, { ipRanges: ['203.0.113.0/24'] })
      assert.equal((await app.api(token).get('/clinic')).status, 403)
      return undefined
    },
    'owner',
  ],
  mass_read: [reads(1), 'owner'],
  audit_broken: [sealsAreBroken, 'owner'],
  operator_wrote: [
    async scene => {
      const { installation } = await app.installation(scene.clinic)
      const settings = {
        DATABASE_URL: app.database.ownerUrl,
        DATA_DIR: folder,
        SECRET_KEY: MASTER_KEY.toString('base64'),
      }
      const { code, stderr } = await runCommand(['token', 'create', installation.id], settings)
      assert.equal(code, 0, stderr)
      return undefined
    },
    'owner',
  ],
  token_created: [asked(createPluginToken)],
  scope_added: [asked(changePluginScopes)],
  installed: [asked(installPlugin)],
  upgraded: [asked(approvePluginUpgrade)],
  stopped: [asked(suspendPlugin)],
  shared_ids: [asked(putSharedIds)],
  export: [asked(exportAudit)],
  erasure: [asked(restrictPatient)],
}

const raised = async (kind: string, { company_id: id }: { company_id: string }) => {
  const rows = await app.sql<{ level: string }>(
    'select level from security_event where company_id = $1 and kind = $2',
    [...[id, kind]],
  )
  return [...new Set(rows.map(({ level }) => level))]
}
/** Due at this moment: the worker hears of such a job as it is committed, and need not wait for the minute of its schedule. */
const wakesMails = async () =>
  (
    await app.sql(
      "select from graphile_worker.jobs where task_identifier = 'send_owner_mail' and run_at <= now() and locked_at is null",
    )
  ).length
const noticesOf = async (kind: string, { company_id: id }: { company_id: string }) => {
  const text = `select kind, data->>'userId' as whose from clinic_notice
    where company_id = $1 and data->>'alarm' = $2 order by kind desc`
  return app.sql<{ kind: string; whose: string | null }>(text, [id, kind])
}
const mails = new Set<string>()
/** Whom one run of the mails writes to. */
async function writtenTo({ company_id: id }: { company_id: string }): Promise<string[]> {
  await runJobs(app, { jobs: [sendOwnerMail] })
  const news = (await sandboxMessages(app)).filter(
    ({ companyId, reference }) => companyId === id && reference.startsWith('oml_') && !mails.has(reference),
  )
  for (const { reference } of news) mails.add(reference)
  return news.map(({ recipient }) => recipient).toSorted()
}

for (const kind of SECURITY_EVENT_KINDS)
  test(`${kind} is raised by what it is named after, and told by notice and mail without waiting for a schedule`, async () => {
    const scene = await openStaffScene(app)
    const [cause, told] = CAUSES[kind]
    const [level] = SECURITY_EVENTS[kind]
    const whose = await cause(scene)
    await eventually(() => raised(kind, scene.clinic), [level])
    const notices = await noticesOf(kind, scene.clinic)
    if (told === undefined) {
      assert.deepEqual([level, notices, await writtenTo(scene.clinic)], ['INFO', [], []])
      return
    }
    const isOfPerson = told === 'person'
    assert.deepEqual(notices, [
      { kind: isOfPerson ? 'own_login' : 'security_event', whose: isOfPerson ? (whose?.id ?? '') : null },
      ...(!isOfPerson && whose && kind !== 'owner_added' ? [{ kind: 'own_login', whose: whose.id }] : []),
    ])
    assert.equal(await wakesMails(), 1)
    const readers = [...(isOfPerson ? [] : [scene.user.email]), ...(told !== 'owner' && whose ? [whose.email] : [])]
    assert.deepEqual(await writtenTo(scene.clinic), readers.toSorted())
  })
