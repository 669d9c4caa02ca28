import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { listClaims } from '@clinic/contract/claims.ts'
import { getClinic } from '@clinic/contract/clinic.ts'
import { listEInvoiceSubmissions } from '@clinic/contract/einvoices.ts'
import { getInstallation } from '@clinic/contract/installation.ts'
import { listInsuranceCompanies } from '@clinic/contract/insurance.ts'
import { issuesOf } from '@clinic/contract/issues.ts'
import type { Operation } from '@clinic/contract/kernel.ts'
import { createPatient, listPatients } from '@clinic/contract/patients.ts'
import { listProcedures } from '@clinic/contract/procedures.ts'
import { listOwnPlugins } from '@clinic/contract/publisher/plugins.ts'
import { generate } from 'otplib'
import { MASTER_KEY, startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { atEnd } from '../../test/support/at-end.ts'
import { DATABASE_DRIVER } from '../../test/support/database/driver.ts'
import { everythingStored } from '../../test/support/database/everything-stored.ts'
import { keyClient } from '../../test/support/publisher/scene.ts'
import { browser } from '../../test/support/staff/staff.ts'
import { linkPurpose } from '../domain/links/patient-link.ts'
import { sealAuditRegularly } from '../jobs/seal-audit.ts'
import { tokenHash } from '../kernel/values/plugin-token.ts'
import { secretBox } from '../kernel/values/secret-box.ts'
import { readEnv } from '../settings/env.ts'
import { makeClinics, makeDemo } from './demo.ts'
import type { DemoFile } from './demo-file.ts'
import { generate as generateRows } from './generate.ts'
import { VISITING_SURGEON } from './nakheel.ts'
import { PLANS } from './plans.ts'

const app = await startApp()
const folder = await mkdtemp(join(tmpdir(), 'clinic-demo-'))
atEnd(() => rm(folder, { recursive: true, force: true }))

const optionsOf = (log: (line: string) => void = () => undefined, ownerUrl = app.database.ownerUrl) => ({
  ownerUrl,
  env: readEnv({ DATA_DIR: folder, DATABASE_DRIVER }),
  box: secretBox([MASTER_KEY]),
  files: app.app.files,
  log,
  baseUrl: 'http://localhost:4000',
})
const make = (...given: Parameters<typeof optionsOf>) => makeDemo(optionsOf(...given))

const TABLES = [
  'clinic',
  'branch',
  'patient',
  'appointment',
  'installation',
  'consent_receipt',
  'plugin_token',
  'membership',
  'oauth_client',
  'oauth_grant',
  'audit_record',
]
const counts = async () => {
  const each = TABLES.map(table => `(select count(*)::int from ${table}) as ${table}`)
  return (await app.sql<Record<string, number>>(`select ${each}`))[0] ?? {}
}
const demoFile = async (): Promise<DemoFile> => JSON.parse(await readFile(join(folder, 'demo.json'), 'utf8'))

/** The plugins of the publisher, asked for with its key. */
async function ownPlugins() {
  const [publisher] = (await demoFile()).publishers
  const client = keyClient(app, publisher?.apiKey ?? '')
  const { status, body } = await client.list(listOwnPlugins, { publisherId: publisher?.id ?? '' })
  assert.equal(status, 200)
  return body.data
}

/** A browser in which a person of the demo is logged in. */
async function loggedIn(login: { email: string; password: string; totpSecret: string | null } | undefined) {
  assert.ok(login)
  const console = browser(app)
  await console.logIn(login.email, login.password)
  if (login.totpSecret) {
    const code = await generate({ secret: login.totpSecret })
    assert.equal((await console.send('POST', '/session/second-factor', { code })).status, 200)
    // Another test logs in within the same half minute, for which a code is good once.
    await app.sql('update staff_user set totp_last_step = 0 where email = $1', [login.email])
  }
  return console
}

const told = async () => (await demoFile()).clinics.map(({ name }) => name)

test('the sandbox comes first; after each clinic demo.json tells of those that are there, with tokens that work', async () => {
  const making = makeClinics(optionsOf())
  await making.next()
  assert.deepEqual(await told(), ['Nakheel Dental Group (sandbox)'])
  const [sandbox] = (await demoFile()).clinics
  assert.equal(sandbox?.logins.length, 5)
  const { status, body } = await app.api(sandbox?.installations[0]?.token ?? '').call(getClinic, {})
  assert.deepEqual([status, body.data.name], [200, 'Nakheel Dental Group (sandbox)'])
  // A visitor who makes a plugin can begin: its clinic is the second.
  await ownPlugins()
  await making.return(undefined)
  assert.deepEqual([(await counts()).clinic, (await counts()).patient], [2, 400])
})

test('a crash half way leaves no half clinic, and two that start next complete the demo together', async () => {
  const crashed = make(line => {
    if (line.startsWith('demo: Salmiya Medical Center: patients')) throw new Error('the power fails')
  })
  await assert.rejects(crashed, /the power fails/)
  const { clinic, patient } = await counts()
  assert.deepEqual([clinic, patient], [3, 800])
  assert.deepEqual(await told(), ['Nakheel Dental Group', 'Nakheel Dental Group (sandbox)'])
  const lines: string[] = []
  await Promise.all([make(line => lines.push(line)), make(line => lines.push(line))])
  assert.equal(lines.filter(line => /^demo: Salmiya Medical Center: patients, \d+ rows$/.test(line)).length, 1)
  assert.ok(!lines.some(line => line.includes('Nakheel Dental Group:')))
  assert.deepEqual([(await counts()).clinic, (await counts()).installation], [4, 9])
})

test('the first clinic shows what becomes of plugins: waiting, stopped, not reached, asked for, warned of and sealed; and a restricted file', async () => {
  const [nakheel] = (await demoFile()).clinics
  const owner = await loggedIn(nakheel?.logins.find(({ role }) => role === 'owner'))
  await owner.send('PUT', '/session/clinic', { clinicId: nakheel?.id })
  const read = async (path: string) => (await owner.send<Record<string, unknown>[]>('GET', path)).body.data
  const installed = await read('/installations')
  assert.deepEqual(
    new Map(installed.map(({ slug, status }) => [slug, status])),
    new Map([
      ['demo-full', 'ACTIVE'],
      ['demo-reader', 'ACTIVE'],
      ['ledger-export', 'ACTIVE'],
      ['lab-bridge', 'SUSPENDED'],
      ['smile-reminders', 'UPDATE_PENDING'],
    ]),
  )
  const idOf = (slug: string) => String(installed.find(one => one.slug === slug)?.id)
  const [endpoint] = await read(`/installations/${idOf('ledger-export')}/endpoints`)
  assert.deepEqual([endpoint?.active, endpoint?.disabledReason], [false, 'consecutive_failures'])
  const given = await read(`/deliveries?installationId=${idOf('ledger-export')}&status=EXHAUSTED&limit=100`)
  assert.deepEqual([given.length, given[0]?.attempts], [20, 15])
  const offered = await read('/catalogue')
  assert.ok(offered.some(({ slug, installationId }) => slug === 'xray-review' && installationId === null))
  assert.deepEqual((await read('/install-requests')).map(({ slug }) => slug).sort(), ['recall-calls', 'xray-review'])
  assert.equal((await read('/security-events')).length, 8)
  const [restricted, ...others] = await read('/restricted-patients')
  assert.deepEqual([typeof restricted?.fileNumber, others], ['number', []])
  const log = await read(`/installations/${idOf('smile-reminders')}/requests?limit=100`)
  assert.equal(log.length, 100)
  await runJobs(app, { jobs: [sealAuditRegularly] })
  const heads = await read('/audit/heads?limit=100')
  assert.ok(new Set(heads.map(({ day }) => day)).size >= 30, 'Fewer than thirty days are sealed.')
})

test('demo.json names a publisher whose login and key work, with plugins in the catalogue', async () => {
  const [publisher] = (await demoFile()).publishers
  assert.equal(publisher?.name, 'Demo Developer (invented)')
  assert.deepEqual(
    (await ownPlugins()).map(({ slug, publishedVersion }) => `${slug} ${publishedVersion}`),
    ['lab-bridge 1.0.0', 'ledger-export 2.3.0', 'recall-calls 0.9.0', 'smile-reminders 1.1.0', 'xray-review 1.0.0'],
  )
  await loggedIn(publisher?.logins[0])
})

test('no national id that was seeded lies in the database in clear, nor in the bytes of what is sealed', async () => {
  const box = secretBox([MASTER_KEY])
  const made = await Promise.all(PLANS.map(plan => generateRows(plan, { now: Date.now(), plugins: [], box })))
  const numbers = new Set(made.flatMap(rows => rows.of('patient').flatMap(one => one.national_id ?? [])))
  assert.ok(numbers.size > 500)
  const [sandbox] = (await demoFile()).clinics
  const { body } = await app.api(sandbox?.installations[0]?.token ?? '').list(listPatients, {})
  assert.ok(body.data.some(({ nationalId }) => nationalId && numbers.has(nationalId)))
  const everything = await everythingStored(app.sql)
  const texts = everything.matchAll(/\d{10,12}/g).map(([text]) => text)
  const bytes = everything.matchAll(/(?:3\d){10,12}/g).map(([hex]) => Buffer.from(hex, 'hex').toString())
  for (const found of [...texts, ...bytes]) assert.ok(!numbers.has(found), 'A national id lies in clear.')
})

test('making it again, also twice at the same time, changes nothing', async () => {
  const [before, file] = [await counts(), await demoFile()]
  await Promise.all([make(), make()])
  assert.deepEqual([await counts(), await demoFile()], [before, file])
})

test('demo.json is for its owner alone and holds tokens that work, each in its clinic', async () => {
  const { mode } = await stat(join(folder, 'demo.json'))
  assert.equal(mode & 0o777, 0o600)
  const { baseUrl, clinics } = await demoFile()
  assert.equal(baseUrl, 'http://localhost:4000')
  assert.deepEqual(
    clinics.map(({ name, sandbox, installations }) => [name, sandbox, installations.map(one => one.pluginSlug)]),
    [
      ['Nakheel Dental Group', false, ['demo-full', 'demo-reader']],
      ['Salmiya Medical Center', false, ['demo-full', 'demo-reader']],
      ['Nakheel Dental Group (sandbox)', true, ['demo-full', 'demo-reader']],
    ],
  )
  for (const clinic of clinics)
    for (const one of clinic.installations) {
      const { status, body } = await app.api(one.token).call(getInstallation, {})
      assert.deepEqual([status, body.data.id, body.data.grantedScopes], [200, one.id, one.scopes])
      assert.deepEqual(body.data.grantedEvents, one.events)
      assert.ok(one.token.startsWith(clinic.sandbox ? 'plg_test_' : 'plg_live_'))
    }
})

test('demo.json holds logins that work, of each role, two receptionists and a doctor of two clinics among them', async () => {
  const { clinics } = await demoFile()
  assert.deepEqual(
    clinics.map(({ logins }) => logins.map(({ role }) => role).join()),
    [
      'owner,doctor,doctor,receptionist,receptionist,accountant',
      'owner,doctor,doctor,receptionist,accountant',
      'owner,doctor,receptionist,receptionist,accountant',
    ],
  )
  for (const { id, name, logins } of clinics)
    for (const { role, email, password, totpSecret } of logins) {
      const isSurgeon = email === VISITING_SURGEON.email
      assert.equal(totpSecret !== null, name === 'Nakheel Dental Group' || isSurgeon)
      const console = browser(app)
      const login = await console.logIn(email, password)
      assert.deepEqual([login.status, login.body.data.state], [200, totpSecret ? 'second_factor' : 'ok'])
      if (totpSecret && isSurgeon && name !== 'Nakheel Dental Group') continue
      if (totpSecret) {
        const code = await generate({ secret: totpSecret })
        assert.equal((await console.send('POST', '/session/second-factor', { code })).status, 200)
      }
      const { body } = await console.send('PUT', '/session/clinic', { clinicId: id })
      assert.deepEqual([body.data.clinic?.role, body.data.clinics.length], [role, isSurgeon ? 2 : 1])
      assert.equal(typeof body.data.clinic?.practitionerId, 'string')
    }
})

test('an assistant of the doctor was used a little ago, one of the owner lies idle, and what was disconnected stays so', async () => {
  type Connections = { id: string; callsIn30Days: number; client: { verified: boolean }; scopes: object[] }[]
  const [, salmiya] = (await demoFile()).clinics
  const consoleOf = async (role: string) => {
    const login = salmiya?.logins.find(one => one.role === role)
    const console = browser(app)
    await console.logIn(login?.email ?? '', login?.password)
    return console
  }
  const [owner, doctor] = [await consoleOf('owner'), await consoleOf('doctor')]
  const all = (await owner.send<Connections>('GET', '/clinic/assistants')).body.data
  assert.deepEqual(
    all.map(({ callsIn30Days, client, scopes }) => [callsIn30Days, client.verified, scopes.length]),
    [
      [35, true, 4],
      [2, false, 3],
    ],
  )
  const [own] = (await doctor.send<Connections>('GET', '/assistants')).body.data
  const accesses = await doctor.send<{ operation: string; at: string }[]>(
    'GET',
    `/assistants/${own?.id}/accesses?limit=100`,
  )
  assert.equal(accesses.body.data.length, 35)
  assert.ok(Date.now() - Date.parse(accesses.body.data[0]?.at ?? '') < 3 * 3_600_000)
  await doctor.send('DELETE', `/assistants/${own?.id}`)
  await make()
  assert.deepEqual((await doctor.send<Connections>('GET', '/assistants')).body.data, [])
})

test('the demo is a clinic like any other: it lists, searches, prices in its currency and goes on counting', async () => {
  const { clinics } = await demoFile()
  const [a, b] = clinics.map(({ installations }) => installations.map(({ token }) => app.api(token)))
  const [full, reader] = [a?.[0] ?? assert.fail(), a?.[1] ?? assert.fail()]
  // One of the four hundred is restricted, and two were made one.
  assert.equal((await full.all(listPatients, { limit: 100 })).length, 398)
  const [hidden] = (await reader.list(listPatients, { limit: 1 })).body.data
  assert.ok(hidden && !('fullName' in hidden))
  assert.ok((await full.list(listPatients, { searchTerm: 'تجريبي' })).body.data.length > 0)
  assert.equal((await full.all(listProcedures, {})).length, 30)
  const kuwait = b?.[0] ?? assert.fail()
  assert.equal((await kuwait.call(getClinic, {})).body.data.currency, 'KWD')
  const prices = (await kuwait.all(listProcedures, {})).map(({ price }) => price)
  assert.ok(prices.includes(18.375) && prices.includes(12.5))
  const [branch] = await app.sql<{ id: string }>('select id from branch where company_id = $1', [clinics[0]?.id])
  const input = { branchId: branch?.id ?? '', firstName: 'Next', lastName: 'Number' }
  assert.equal((await full.call(createPatient, input)).body.data.fileNumber, 401)
})

/** A record of the clinic under which there is a list. */
const OWNERS: Readonly<Record<string, string>> = {
  listPatientFiles: 'select patient_id as id from file where company_id = $1 limit 1',
  listPatientXRays: 'select patient_id as id from xray where company_id = $1 limit 1',
  listConversationMessages: 'select conversation_id as id from conversation_message where company_id = $1 limit 1',
}
/** A plugin has the endpoints that it makes, and what was delivered there. */
const OWN = ['listWebhookEndpoints', 'listWebhookDeliveries']

test('no list is empty in any clinic, and its records have exactly the declared fields, each by itself, too', async () => {
  const operations = app.app.implementations.map(({ operation }) => operation)
  const lists = operations.filter(({ answer, id }) => answer !== 'one' && !OWN.includes(id))
  const details = new Map(operations.filter(({ method }) => method === 'GET').map(each => [each.path, each]))
  const empty: string[] = []
  for (const { name, id: companyId, installations } of (await demoFile()).clinics) {
    const api = app.api(installations[0]?.token)
    const look = async ({ returns }: Operation, path: string) => {
      const { status, body, text } = await api.get(path)
      assert.equal(status, 200, `${name} ${path}: ${text}`)
      const records = [body.data].flat()
      for (const record of records) assert.deepEqual(issuesOf(returns, record), [], `${name} ${path}`)
      return records
    }
    for (const listing of lists) {
      const [owner] = await app.sql<{ id: string }>(
        OWNERS[listing.id] ?? 'select null as id',
        OWNERS[listing.id] ? [companyId] : [],
      )
      const [first] = await look(listing, listing.path.replace(':id', owner?.id ?? ''))
      const detail = details.get(`${listing.path}/:id`)
      if (first && detail) await look(detail, `${listing.path}/${first.id}`)
      if (!first) empty.push(`${name}: ${listing.id}`)
    }
  }
  // In Kuwait invoices are not reported.
  assert.deepEqual(empty, ['Salmiya Medical Center: listEInvoiceSubmissions'])
})

test('claims hold the insurers’ shares of their invoices, and invoices know how their e-invoice went', async () => {
  const [clinic] = (await demoFile()).clinics
  const api = app.api(clinic?.installations[0]?.token)
  assert.equal((await api.all(listInsuranceCompanies, {})).length, 4)
  const claims = await api.all(listClaims, { limit: 100 })
  assert.ok(claims.length > 20)
  for (const each of claims) {
    const [found] = await app.sql<{ minor: number }>(
      'select sum(insurance_minor)::bigint as minor from invoice where claim_id = $1',
      [each.id],
    )
    assert.deepEqual(
      [each.invoiceIds.length, found?.minor],
      [each.invoiceCount, Math.round(each.totalInsuranceAmount * 100)],
    )
  }
  const submissions = await api.all(listEInvoiceSubmissions, { limit: 100 })
  assert.equal(submissions.filter(({ status }) => status === 'REJECTED').length, 4)
  const strangers = await app.sql(
    `select from invoice where company_id = $1 and e_invoice_status is distinct from (
       select status from einvoice_submission s where s.company_id = $1 and s.invoice_id = invoice.id
       order by attempt_number desc limit 1)`,
    [clinic?.id],
  )
  assert.deepEqual(strangers, [])
})

test('six remittances are what insurers paid of as many claims, and of the last days some invoices wait, and some cannot be claimed', async () => {
  for (const [place, { id }] of (await demoFile()).clinics.entries()) {
    const isFirst = place === 0
    const paid = await app.sql<{ total: number; received: number; payments: number; claimed: number }>(
      `select r.total_minor as total, sum(l.received_minor)::bigint as received, sum(p.amount_minor)::bigint as payments,
         min(c.received_minor) as claimed
       from remittance r join remittance_line l on l.company_id = r.company_id and l.remittance_id = r.id
       join claim c on c.company_id = l.company_id and c.id = l.claim_id
       left join payment p on p.company_id = l.company_id and p.id = l.payment_id
       where r.company_id = $1 group by r.id, r.total_minor`,
      [id],
    )
    assert.ok(isFirst ? paid.length === 6 : paid.length > 0, String(paid.length))
    for (const { total, received, payments, claimed } of paid)
      assert.deepEqual([received, payments, claimed], [total, total, total])
    const [waiting] = await app.sql<{ free: number; blocked: number }>(
      `select count(*) filter (where patient.insurance_number is not null and patient.insurance_end_date is null)::int as free,
         count(*) filter (where patient.insurance_number is null or patient.insurance_end_date < current_date)::int as blocked
       from invoice join patient on patient.company_id = invoice.company_id and patient.id = invoice.patient_id
       where invoice.company_id = $1 and claim_id is null and insurance_minor > 0 and released_at is not null`,
      [id],
    )
    if (isFirst) assert.ok((waiting?.free ?? 0) > 0 && (waiting?.blocked ?? 0) > 1, JSON.stringify(waiting))
  }
})

test('receipts were sent to patients, the newest among them: the page of each opens until it ends', async () => {
  const box = secretBox([MASTER_KEY])
  for (const { id } of (await demoFile()).clinics) {
    const links = await app.sql<{ id: string; token_sealed: Buffer; token_hash: string; isOpen: boolean }>(
      `select id, token_sealed, token_hash, expires_at > now() as "isOpen" from patient_link
       where company_id = $1 and kind = 'RECEIPT'`,
      [id],
    )
    assert.ok(links.length >= 4 && links.some(({ isOpen }) => isOpen), String(links.length))
    for (const { id: linkId, token_sealed, token_hash, isOpen } of links) {
      const token = box.open(token_sealed, linkPurpose(id, linkId)).toString()
      assert.equal(tokenHash(token), token_hash)
      assert.equal((await fetch(`${app.url}/p/receipt/${token}`)).status, isOpen ? 200 : 410)
    }
  }
})

test('a database that has clinics of its own gets no demo', async () => {
  const other = await startApp()
  await other.clinic()
  await make(() => undefined, other.database.ownerUrl)
  assert.deepEqual(await other.sql('select count(*)::int from clinic'), [{ count: 1 }])
})
