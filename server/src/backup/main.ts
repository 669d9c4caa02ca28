import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { DatabaseRefusal } from '../db/refusal.ts'
import { readEnv } from '../settings/env.ts'
import { SettingError } from '../settings/readers.ts'
import { beginAnew } from './begin-anew.ts'
import { createBackup } from './create-backup.ts'
import { drill, recordDrill } from './drill.ts'
import { givenKeys } from './key.ts'
import { backupsIn, bytesOf } from './manifest.ts'
import { BackupRefusal } from './refusal.ts'
import { restoreBackup } from './restore-backup.ts'
import { KEEP } from './retention.ts'
import { note, progressLine, sizeText } from './terminal.ts'

/** `npm run backup`, `restore` and `drill`: of the embedded database and the files beside it. Exits 1 when refused or at fault, 2 on wrong usage. */
const program = new Command('backup')
  .description('Backs up the embedded database and the files in DATA_DIR, restores them, and tries whether that works.')
  .exitOverride()

const count = (text: string): number => {
  if (/^\d{1,4}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('must be a whole number')
}

program
  .command('create')
  .description('back up, while the platform runs; older backups that are over are removed')
  .requiredOption('--to <folder>', 'where backups are kept, on another disk')
  .option('--daily <days>', 'keep the newest of so many days', count, KEEP.daily)
  .option('--weekly <weeks>', 'and of so many weeks', count, KEEP.weekly)
  .option('--monthly <months>', 'and of so many months', count, KEEP.monthly)
  .action(async ({ to, ...keep }) => {
    const env = embeddedEnv()
    const began = performance.now()
    const onProgress = progressLine('read')
    const box = await givenKeys(env)
    const { name, manifest, removed } = await createBackup({
      dataDir: env.DATA_DIR,
      to,
      box,
      keep,
      log: note,
      onProgress,
    })
    say(`${name}: ${manifest.files.length} files, ${sizeText(bytesOf(manifest))}, in ${secondsSince(began)} s`)
    if (removed.backups > 0) say(`removed: ${removed.backups} older backups`)
    if (env.SECRET_KEY.length === 0) note(`The key is not in it: keep ${env.DATA_DIR}/secret.key in another place.`)
  })

program
  .command('list')
  .description('the backups of a folder')
  .requiredOption('--from <folder>', 'where backups are kept')
  .action(async ({ from }) => {
    const backups = backupsIn(from, await givenKeys(embeddedEnv()))
    for (const name of await backups.names()) {
      const { manifest } = await backups.read(name)
      say(`${name}  ${sizeText(bytesOf(manifest))}  ${manifest.migration}`)
    }
  })

program
  .command('restore')
  .description('put a backup into DATA_DIR, where no database is yet')
  .requiredOption('--from <folder>', 'where backups are kept')
  .option('--name <backup>', 'which one, as list names it; the newest unless told')
  .action(async ({ from, name }) => {
    const env = embeddedEnv()
    const began = performance.now()
    const box = await givenKeys(env)
    const restored = await restoreBackup({
      from,
      name,
      dataDir: env.DATA_DIR,
      box,
      log: note,
      onProgress: progressLine('written'),
    })
    say(`${restored.name} is restored in ${env.DATA_DIR}, in ${secondsSince(began)} s; start the platform as always`)
  })

program
  .command('drill')
  .description(
    'restore a backup beside, and look whether its money adds up, its secrets open and its audit fits its seals',
  )
  .requiredOption('--from <folder>', 'where backups are kept')
  .option('--name <backup>', 'which one; the newest unless told')
  .option('--scratch <folder>', 'where there is room for it')
  .action(async ({ from, name, scratch }) => {
    const env = embeddedEnv()
    const began = performance.now()
    const box = await givenKeys(env)
    const { backup, faults, ...looked } = await drill({
      from,
      name,
      scratch,
      box,
      log: note,
      onProgress: progressLine('written'),
    })
    await recordDrill(env.DATA_DIR, backup.name, faults.length)
    for (const fault of faults) say(fault)
    say(
      `${backup.name}: ${looked.clinics} clinics, ${looked.patients} patients, ${looked.sealedValues} secrets, ` +
        `${looked.auditDays} days of audit, ${faults.length} faults, in ${secondsSince(began)} s`,
    )
    if (faults.length > 0) process.exitCode = 1
  })

program
  .command('restored')
  .description(
    'after tools of your own restored DATABASE_URL, and before the platform starts: cursors begin anew, people log in again',
  )
  .action(async () => {
    const { DATABASE_URL: url } = readEnv(process.env)
    if (!url) throw new BackupRefusal('DATABASE_URL is not set: a restore of the embedded database has done this.')
    await beginAnew(url)
    say('cursors begin anew, and people log in again')
  })

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const secondsSince = (began: number): string => ((performance.now() - began) / 1000).toFixed(1)

function embeddedEnv() {
  const env = readEnv(process.env)
  if (env.DATABASE_URL)
    throw new BackupRefusal(
      'DATABASE_URL is set: a PostgreSQL of your own is backed up with its own tools, see the guide.',
    )
  return env
}

const isExpected = (error: unknown): error is Error =>
  [BackupRefusal, DatabaseRefusal, SettingError].some(kind => error instanceof kind)

await program.parseAsync().catch((error: unknown) => {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else {
    process.stderr.write(`error: ${isExpected(error) ? error.message : error instanceof Error ? error.stack : error}\n`)
    process.exitCode = 1
  }
})
