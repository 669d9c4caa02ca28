import { execFile } from 'node:child_process'
import { cp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { migrate } from '@clinic/server/db/migrate.ts'
import { MIGRATIONS } from '@clinic/server/db/migrations.ts'

const run = promisify(execFile)
const BUILT = ['console/dist', 'docs/dist', 'sdk/dist', 'cli/dist']

/** A checkout of the release before: the folder itself, or that of a commit, which is made in `folder` with what it needs. */
export async function checkoutOf(root: string, named: string, folder: string): Promise<string> {
  if (
    await stat(named).then(
      one => one.isDirectory(),
      () => false,
    )
  )
    return named
  const place = join(folder, 'before')
  await run('git', ['clone', '--quiet', '--shared', '--no-checkout', root, place])
  await run('git', ['-C', place, 'checkout', '--quiet', '--detach', named])
  const lock = (of: string) => readFile(join(of, 'package-lock.json'), 'utf8')
  const isSame = (await lock(root)) === (await lock(place))
  if (!isSame) await run('npm', ['ci', '--ignore-scripts', '--prefer-offline'], { cwd: place })
  for (const path of isSame ? ['node_modules', ...BUILT] : BUILT)
    await cp(join(root, path), join(place, path), { recursive: true, verbatimSymlinks: true })
  return place
}

/** A release more than there is, of a table that is read and written all the time: it widens, mends and narrows. */
const RELEASE: readonly (readonly [name: string, sql: string])[] = [
  [
    'bench_widen',
    `-- expand
alter table patient add column bench_note text;
create function bench_noted() returns trigger language plpgsql as $$ begin new.bench_note := new.id; return new; end $$;
create trigger bench_noted before insert on patient for each row execute function bench_noted();`,
  ],
  [
    'bench_index',
    '-- expand concurrently\ncreate index concurrently patient_bench_note on patient (company_id, bench_note);',
  ],
  [
    'bench_mend',
    `-- backfill
create function backfill_bench_notes(after text[], max_rows integer, out reached text[], out looked integer, out mended integer)
language sql set search_path = public, pg_temp as $$
  with batch as materialized (
    select company_id, id from patient where (company_id, id) > (coalesce(after[1], ''), coalesce(after[2], ''))
    order by company_id, id limit max_rows
  ), noted as (
    update patient set bench_note = patient.id from batch
    where patient.company_id = batch.company_id and patient.id = batch.id and bench_note is null returning 1
  )
  select (select array[company_id, id] from batch order by company_id desc, id desc limit 1),
    (select count(*)::integer from batch), (select count(*)::integer from noted)
$$;
select declare_backfill('bench_notes', 'patient');`,
  ],
  [
    'bench_narrow',
    `-- contract since 0470 after bench_notes: every program is served by a note
alter table patient add constraint bench_noted check (bench_note is not null) not valid;`,
  ],
  [
    'bench_prove',
    '-- contract since 0470 after bench_notes: every file has one\nalter table patient validate constraint bench_noted;',
  ],
]

/** Brings the database to that release, with what waits for a worker, and says how long each step took. */
export async function release(folder: string, ownerUrl: string): Promise<void> {
  const more = join(folder, 'migrations')
  await cp(MIGRATIONS, more, { recursive: true })
  const last = (await readdir(more)).toSorted().at(-1) ?? ''
  for (const [at, [name, sql]] of RELEASE.entries()) {
    const number = String(Number(last.slice(0, 4)) + 1 + at).padStart(4, '0')
    await writeFile(join(more, `${number}_${name}.sql`), sql)
  }
  const began = performance.now()
  const log = (line: string) => console.log(`${((performance.now() - began) / 1_000).toFixed(1)} s: ${line}`)
  for (let waiting = await migrate(ownerUrl, { folder: more, log }); waiting.length > 0; ) {
    log(`waiting: ${waiting.map(({ name }) => name).join(', ')}`)
    await delay(5_000)
    waiting = await migrate(ownerUrl, { folder: more, log })
  }
}
