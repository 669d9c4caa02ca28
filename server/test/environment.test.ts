import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { ROLE_NAMES } from '../src/settings/roles.ts'
import { SETTINGS } from '../src/settings/settings.ts'
import { freePort, startProduct } from './support/app/product.ts'
import { eventually } from './support/eventually.ts'
import { familyOf, type RunningProcess } from './support/processes.ts'

/** As an operator sets them; the values are their own, so that they are found wherever they get to. */
const GIVEN: Record<string, string> = {
  SECRET_KEY: Buffer.alloc(32, 'k').toString('base64'),
  SMTP_URL: 'smtp://mail:mail-secret@127.0.0.1:9',
  MAIL_FROM: 'mail-from@clinic.example',
  FILES_S3_BUCKET: 'bucket-name',
  FILES_S3_ENDPOINT: 'http://127.0.0.1:9',
  FILES_S3_ACCESS_KEY_ID: 'bucket-key',
  FILES_S3_SECRET_ACCESS_KEY: 'bucket-secret',
  ASSISTANT_PATIENTS_PER_DAY: '1999',
  PLUGIN_WEBHOOK_MAX_ATTEMPTS: '14',
  RATE_LIMIT_READ_BURST: '119',
  DEMO: 'off',
  LOG_LEVEL: 'silent',
}
/** What an operator's shell holds beside them. */
const SHELL = {
  AWS_SESSION_TOKEN: 'machine-secret',
  GITHUB_TOKEN: 'token-secret',
  npm_config_registry: 'registry-secret',
  DATABASE_PASSWORD: 'other-secret',
}
/** What Node and the system need; and what fork itself and the supervisor add. */
const OF_MACHINE =
  /^(PATH|HOME|TMPDIR|TZ|LANG|LC_\w+|NODE_(OPTIONS|EXTRA_CA_CERTS|COMPILE_CACHE|CHANNEL_\w+)|SSL_CERT_\w+|PIPELINING_WITHOUT)$/

const skip = process.platform !== 'linux' && 'only Linux shows the environment of a process'

const environmentOf = async ({ pid }: RunningProcess): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await readFile(`/proc/${pid}/environ`, 'utf8'))
      .split('\0')
      .filter(Boolean)
      .map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

/** Which process of a start this is: a role, or one of the database's. */
const roleOf = ({ args }: RunningProcess) => ROLE_NAMES.find(role => args.endsWith(`role-process.ts ${role}`))

async function started(settings: Record<string, string>, expected: readonly string[]) {
  const product = await startProduct({ ...GIVEN, ...SHELL, ...settings })
  const supervisor = product.process.pid ?? assert.fail()
  const family = async () => (await familyOf(supervisor)).filter(({ pid }) => pid !== supervisor)
  // It is ready when it serves; the worker may begin a moment later.
  const roles = async () => (await family()).flatMap(one => roleOf(one) ?? []).toSorted()
  await eventually(roles, expected.toSorted())
  return family()
}

test('every process of a start has the settings of its role in its environment, and of the rest what Node needs', {
  skip,
}, async () => {
  const metrics = { METRICS_PORT: String(await freePort()) }
  const family = await started(metrics, ROLE_NAMES)
  const set = { ...GIVEN, ...metrics }
  for (const one of family) {
    const role = roleOf(one)
    const environment = await environmentOf(one)
    const names = Object.keys(environment).filter(name => !OF_MACHINE.test(name))
    if (!role) {
      // PostgreSQL, its processes and its watch: a shell may add where it is.
      assert.deepEqual(
        names.filter(name => !/^(PWD|OLDPWD|SHLVL|_|PG_GRANDPARENT_PID|LD_LIBRARY_PATH)$/.test(name)),
        [],
        one.args,
      )
      continue
    }
    const own = Object.entries(SETTINGS)
      .filter(([, { processes }]) => processes.some(each => each === role))
      .map(([name]) => name)
    assert.deepEqual(
      // The machine's own key for the bucket is for those who use the bucket.
      names.filter(name => !own.includes(name) && (role === 'assistant' || !name.startsWith('AWS_'))),
      [],
      role,
    )
    for (const [name, value] of Object.entries(set))
      assert.equal(environment[name], own.includes(name) ? value : undefined, `${name} of ${role}`)
  }
})

test('the assistant that runs alone has none of the secrets of the process that starts it', { skip }, async () => {
  const family = await started({ ROLE: 'assistant', AUTHORIZATION_SERVER_URL: 'http://127.0.0.1:9' }, ['assistant'])
  const assistants = family.filter(one => roleOf(one) === 'assistant')
  assert.equal(assistants.length, 1)
  for (const one of assistants) {
    const environment = JSON.stringify(await environmentOf(one))
    assert.doesNotMatch(environment, /secret|bucket|mail-from|"(SECRET_KEY|DATABASE_URL|DATA_DIR)"/i)
    assert.match(environment, /"ASSISTANT_PATIENTS_PER_DAY":"1999"/)
  }
})
