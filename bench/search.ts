import { newSessionToken, sessionTokenHash } from '@clinic/server/domain/staff/session-token.ts'
import { foldForSearch } from '@clinic/server/kernel/values/fold-for-search.ts'
import pg from 'pg'
import { type Bench, startBench } from './product.ts'
import { seedClinics, settle } from './seed.ts'

const PATIENTS = 20_000
const TIMES = Number(process.env.BENCH_SEARCHES ?? 200)
const MOST_MS = 50

const FIRST = ['أحمد', 'فاطمة', 'Noura', 'خالد', 'Sara', 'عبد الرحمن', 'Layla', 'يوسف', 'هدى', 'Omar']
const LAST = ['الغامدي', 'القحطاني', 'Haddad', 'الحربي', 'Salem', 'العتيبي', 'الشمري', 'Qasim', 'الزهراني', 'المطيري']

/** Whom a receptionist looks for: what many are called, what one is called, and numbers in each spelling. */
const ASKED: Readonly<Record<string, (n: number) => string>> = {
  'a first name that 2 000 have, without its hamza': () => 'احمد',
  'a whole name': () => 'احمد الغامدي',
  'three letters': n => ['خال', 'nou', 'lay', 'يوس'][n % 4] ?? '',
  '05…': n => `050000${String(n * 7).padStart(4, '0')}`,
  '+966…': n => `+966 50 000 ${String(n * 7).padStart(4, '0')}`,
  'a phone in Arabic digits': n =>
    `050000${String(n * 7).padStart(4, '0')}`.replace(/\d/g, one => '٠١٢٣٤٥٦٧٨٩'[+one] ?? ''),
  'the last four digits': n => String(1_000 + n * 7),
  'a file number': n => String(10_000 + n * 31),
}

/** Gives the patients names as they are in the clinics, and makes a receptionist of it who sees every branch; answers her cookie. */
async function furnish({ ownerUrl }: Bench, companyId: string): Promise<string> {
  const client = new pg.Client(ownerUrl)
  await client.connect()
  try {
    const names = FIRST.flatMap(first => LAST.map(last => [first, last, foldForSearch(`${first} ${last}`)] as const))
    await client.query(
      `update patient set first_name = name.first, last_name = name.last, name_text = name.folded,
         search_text = name.folded || ' ' || phone_number || ' ' || file_number
       from (select * from unnest($2::text[], $3::text[], $4::text[]) with ordinality as t (first, last, folded, n)) as name
       where company_id = $1 and name.n = 1 + file_number % $5`,
      [companyId, ...[0, 1, 2].map(part => names.map(name => name[part])), names.length],
    )
    const token = newSessionToken()
    await client.query(
      `insert into staff_user (id, email, name, password_hash, created_at, updated_at)
       values ('usr_bench', 'bench@clinic.example', 'Bench', '$argon2id$none', now(), now())`,
    )
    await client.query(
      `insert into membership (company_id, user_id, role, all_branches, created_at, updated_at)
       values ($1, 'usr_bench', 'receptionist', true, now(), now())`,
      [companyId],
    )
    await client.query(
      `insert into staff_session (id, token_hash, user_id, state, company_id, address, user_agent, created_at, last_seen_at,
         confirmed_at, idle_end, absolute_end)
       values ('ses_bench', $1, 'usr_bench', 'ok', $2, '::1', 'bench', now(), now(), now(), now() + interval '1 hour', now() + interval '12 hours')`,
      [sessionTokenHash(token), companyId],
    )
    return `staff=${token}`
  } finally {
    await client.end()
  }
}

/** What a person waits for while no other is served: from the request to the last byte, sorted. */
async function waits(port: number, headers: Record<string, string>, asked: (n: number) => string): Promise<number[]> {
  const took: number[] = []
  for (let n = 0; n < TIMES; n++) {
    const begun = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}/staff/v1/search?${new URLSearchParams({ q: asked(n) })}`, {
      headers,
    })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${answer.status} ${text}`)
    if (text.includes('"patients":[]')) throw new Error(`${asked(n)} finds no patient`)
    took.push(performance.now() - begun)
  }
  return took.sort((one, other) => one - other)
}

/** A search of the console among 20 000 patients, by everything that people type. */
export async function run(): Promise<void> {
  const bench = await startBench()
  try {
    const [clinic] = await seedClinics(bench.ownerUrl, 'one', 1, PATIENTS)
    if (!clinic) throw new Error('No clinic was made.')
    const headers = { cookie: await furnish(bench, clinic.id), 'clinic-id': clinic.id }
    await settle(bench.ownerUrl)
    for (const asked of Object.values(ASKED)) await waits(bench.product.port, headers, asked)
    const all: number[] = []
    const share = (sorted: readonly number[], of: number) =>
      (sorted[Math.floor(sorted.length * of)] ?? Number.NaN).toFixed(1)
    console.log(`${''.padEnd(50)}${'p50 ms'.padStart(8)}${'p95 ms'.padStart(8)}`)
    for (const [name, asked] of Object.entries(ASKED)) {
      const took = await waits(bench.product.port, headers, asked)
      all.push(...took)
      console.log(`${name.padEnd(50)}${share(took, 0.5).padStart(8)}${share(took, 0.95).padStart(8)}`)
    }
    all.sort((one, other) => one - other)
    console.log(`${'all'.padEnd(50)}${share(all, 0.5).padStart(8)}${share(all, 0.95).padStart(8)} (at most ${MOST_MS})`)
  } finally {
    await bench.close()
  }
}
